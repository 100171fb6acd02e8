import type { Plugin } from "vite";

/** Makes Safari show that a button is pressed. As an attribute it would be an inline script, which the pages refuse. */
const ATTRIBUTE = 'document.body.setAttribute("ontouchstart", "")';
const LISTENER = 'document.body.addEventListener("touchstart", () => {}, { passive: true })';

/**
 * Takes the one inline script out of TON Connect's windows, so that the pages' policy needs no exception for it, and
 * leaves out the components for React that nothing uses.
 */
export function tonConnectForApp(): Plugin {
  return {
    name: "ton-connect-for-app",
    apply: "build",
    transform: {
      filter: { id: /[\\/]@tonconnect[\\/]ui(?:-react)?[\\/]lib[\\/]index\.mjs$/ },
      handler: (code, id) => {
        if (id.includes("ui-react")) return { code, map: null, moduleSideEffects: false };
        if (!code.includes(ATTRIBUTE)) throw new Error("TON Connect has changed: see tonConnectForApp");
        return { code: code.replace(ATTRIBUTE, LISTENER), map: null };
      },
    },
  };
}
