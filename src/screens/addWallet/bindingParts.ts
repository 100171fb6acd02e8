import { lazyPart } from "#src/components/shell/lazyPart.tsx";

/** Only kinds of wallets that are connected in the app need these. */
export const bindingConnectionPart = lazyPart(async () => (await import("./BindingConnection.tsx")).BindingConnection);
export const bindingConnectionActionsPart = lazyPart(
  async () => (await import("./BindingConnection.tsx")).BindingConnectionActions,
  // The part above tells.
  () => null,
);

/** Typing an address works without it, so nothing is shown where it cannot be loaded. */
export const pasteButtonPart = lazyPart(
  async () => (await import("./PasteButton.tsx")).PasteButton,
  () => null,
);
