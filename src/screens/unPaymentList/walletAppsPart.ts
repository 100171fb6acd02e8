import { lazyPart } from "#src/components/shell/lazyPart.tsx";

/** Only a phone without a wallet needs it. */
export const walletAppsPart = lazyPart(async () => (await import("./WalletApps.tsx")).WalletApps);
