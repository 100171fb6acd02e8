import { THEME, TonConnect, TonConnectUI, type ActionConfiguration, type PartialColorsSet } from "@tonconnect/ui-react";

/** The wallets that can be chosen, served by our own server: nobody else learns who pays here. */
const WALLETS_PATH = "/tonconnect-wallets.json";
const MANIFEST_PATH = "/tonconnect-manifest.json";

export interface TonConnector {
  connector: TonConnect;
  ui: TonConnectUI;
  /** Gives the windows of the library the app's present colours. */
  followTheme: () => void;
}

function readColors(style: CSSStyleDeclaration): PartialColorsSet {
  const read = (token: `--${string}`): string => style.getPropertyValue(token).trim();
  return {
    accent: read("--accent"),
    connectButton: { background: read("--red"), foreground: read("--on-red") },
    background: {
      primary: read("--surface"),
      secondary: read("--page"),
      segment: read("--page"),
      tint: read("--page"),
    },
    text: { primary: read("--text"), secondary: read("--muted") },
  };
}

function isLink(text: string): text is `https://${string}` {
  return text.startsWith("https://");
}

/** The windows of all instances in a page open together, and each would send the person to the wallet. */
const connectors = new WeakMap<Window, TonConnector>();

/**
 * The only TON Connect of a page. It goes on with the stored session, if there is one.
 * @param appUrl the app inside the messenger, where wallets lead back to
 */
export function openConnector(page: Window, appUrl: string): TonConnector {
  const connector = connectors.get(page) ?? startConnector(page, appUrl);
  connectors.set(page, connector);
  return connector;
}

function startConnector(page: Window, appUrl: string): TonConnector {
  const { origin } = page.location;
  const actionsConfiguration: ActionConfiguration = {
    // Our own page tells what becomes of the payment.
    notifications: [],
    modals: [],
    ...(isLink(appUrl) ? { twaReturnUrl: appUrl } : {}),
  };
  const connector = new TonConnect({
    manifestUrl: `${origin}${MANIFEST_PATH}`,
    walletsListSource: `${origin}${WALLETS_PATH}`,
    analytics: { mode: "off" },
  });
  const ui = new TonConnectUI({
    connector,
    // It speaks Russian besides, which the app does not.
    language: "en",
    analytics: { mode: "off" },
    actionsConfiguration,
  });
  return {
    connector,
    ui,
    followTheme: () => {
      const style = page.getComputedStyle(page.document.documentElement);
      const theme = style.colorScheme.includes("dark") ? THEME.DARK : THEME.LIGHT;
      ui.uiOptions = {
        uiPreferences: { theme, colorsSet: { [theme]: readColors(style) } },
        actionsConfiguration,
      };
    },
  };
}
