import { defineLatePart } from "#src/components/shell/defineLatePart.tsx";

/** Only a phone without a wallet needs it. */
export const walletAppsPart = defineLatePart(async () => (await import("./WalletApps.tsx")).WalletApps);
