import { defineLatePart } from "#src/components/shell/defineLatePart.tsx";

/** Only kinds of wallets that are connected in the app need these. */
export const bindingConnectionPart = defineLatePart(
  async () => (await import("./BindingConnection.tsx")).BindingConnection,
);
export const bindingConnectionActionsPart = defineLatePart(
  async () => (await import("./BindingConnection.tsx")).BindingConnectionActions,
  // The part above tells.
  () => null,
);
