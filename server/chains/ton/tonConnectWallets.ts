/** One wallet as TON Connect's lists of wallets describe it. */
export interface TonConnectWallet {
  readonly app_name: string;
  readonly name: string;
  readonly image: string;
  readonly about_url: string;
  readonly universal_url?: string;
  readonly deepLink?: string;
  readonly bridge: readonly (
    | { readonly type: "sse"; readonly url: string }
    | { readonly type: "js"; readonly key: string }
  )[];
  readonly platforms: readonly string[];
  readonly features: readonly object[];
}

const FEATURES = [{ name: "SendTransaction", maxMessages: 255, extraCurrencySupported: false }];

/** The wallets that people are offered, from the public list of https://github.com/ton-connect/wallets-list. */
export const TON_CONNECT_WALLETS: readonly TonConnectWallet[] = [
  {
    app_name: "telegram-wallet",
    name: "Wallet",
    image: "https://wallet.tg/images/logo-288.png",
    about_url: "https://wallet.tg/",
    universal_url: "https://t.me/wallet?attach=wallet",
    bridge: [{ type: "sse", url: "https://walletbot.me/tonconnect-bridge/bridge" }],
    platforms: ["ios", "android", "macos", "windows", "linux"],
    features: FEATURES,
  },
  {
    app_name: "tonkeeper",
    name: "Tonkeeper",
    image: "https://tonkeeper.com/assets/tonconnect-icon.png",
    about_url: "https://tonkeeper.com",
    universal_url: "https://app.tonkeeper.com/ton-connect",
    deepLink: "tonkeeper-tc://",
    bridge: [
      { type: "sse", url: "https://bridge.tonapi.io/bridge" },
      { type: "js", key: "tonkeeper" },
    ],
    platforms: ["ios", "android", "chrome", "firefox", "macos"],
    features: FEATURES,
  },
  {
    app_name: "mytonwallet",
    name: "MyTonWallet",
    image: "https://static.mytonwallet.io/icon-256.png",
    about_url: "https://mytonwallet.io",
    universal_url: "https://connect.mytonwallet.org",
    deepLink: "mytonwallet-tc://",
    bridge: [
      { type: "js", key: "mytonwallet" },
      { type: "sse", url: "https://tonconnectbridge.mytonwallet.org/bridge/" },
    ],
    platforms: ["chrome", "windows", "macos", "linux", "ios", "android", "firefox"],
    features: FEATURES,
  },
  {
    app_name: "tonhub",
    name: "Tonhub",
    image: "https://tonhub.com/tonconnect_logo.png",
    about_url: "https://tonhub.com",
    universal_url: "https://tonhub.com/ton-connect",
    bridge: [
      { type: "js", key: "tonhub" },
      { type: "sse", url: "https://connect.tonhubapi.com/tonconnect" },
    ],
    platforms: ["ios", "android"],
    features: FEATURES,
  },
];
