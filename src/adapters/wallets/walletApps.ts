import type { components } from "#contract/schema.d.ts";
import type { WalletAppChoice } from "#machines/walletHandoff/walletHandoff.machine.ts";

type WalletType = components["schemas"]["WalletType"];

/** A wallet app for phones that opens a page in its own browser, where the page finds the wallet. */
interface WalletApp extends WalletAppChoice {
  /** As the vendor documents it. */
  buildLink: (pageUrl: string) => string;
}

/** The page stands unencoded in the path, its fragment last. */
const METAMASK: WalletApp = {
  appId: "metamask",
  name: "MetaMask",
  buildLink: (pageUrl) => `https://link.metamask.io/dapp/${pageUrl.replace(/^https?:\/\//u, "")}`,
};

const PHANTOM: WalletApp = {
  appId: "phantom",
  name: "Phantom",
  buildLink: (pageUrl) =>
    `https://phantom.app/ul/browse/${encodeURIComponent(pageUrl)}?ref=${encodeURIComponent(new URL(pageUrl).origin)}`,
};

const TRONLINK: WalletApp = {
  appId: "tronlink",
  name: "TronLink",
  buildLink: (url) => {
    const request = { url, action: "open", protocol: "TronLink", version: "1.0" };
    return `tronlinkoutside://pull.activity?param=${encodeURIComponent(JSON.stringify(request))}`;
  },
};

/** @param coinId of SLIP-44 */
function describeTrust(coinId: number): WalletApp {
  return {
    appId: "trust",
    name: "Trust Wallet",
    buildLink: (pageUrl) =>
      `https://link.trustwallet.com/open_url?coin_id=${coinId}&url=${encodeURIComponent(pageUrl)}`,
  };
}

/** A kind that is missing has its own way to the apps, or none. */
const WALLET_APPS: Readonly<Partial<Record<WalletType, readonly WalletApp[]>>> = {
  ETH: [METAMASK, describeTrust(60)],
  Solana: [PHANTOM, describeTrust(501)],
  Tron: [TRONLINK],
};

/** The well-known apps of a kind of wallet. */
export function listWalletApps(walletType: WalletType): readonly WalletAppChoice[] {
  return (WALLET_APPS[walletType] ?? []).map(({ appId, name }) => ({ appId, name }));
}

/** The link that opens the page in the app. */
export function buildAppLink(walletType: WalletType, appId: string, pageUrl: string): string {
  const app = WALLET_APPS[walletType]?.find((known) => known.appId === appId);
  if (app === undefined) throw new Error(`there is no app ${appId}`);
  return app.buildLink(pageUrl);
}
