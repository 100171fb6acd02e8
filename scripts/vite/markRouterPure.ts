import type { Plugin } from "vite";

/**
 * Marks calls of React's factories as pure, which the router omits. Otherwise its unused parts (data routes, forms, server
 * components) would be in the first chunk: 8.7 kB, gzipped.
 */
export function markRouterPure(): Plugin {
  return {
    name: "mark-router-pure",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: { id: /[\\/]react-router[\\/]dist[\\/]/ },
      handler: (code) => ({ code: markPure(code), map: null }),
    },
  };
}

function markPure(code: string): string {
  return code
    .replaceAll(/\bReact\d*\.(?:memo|forwardRef|createContext)\(/g, "/* @__PURE__ */ $&")
    .replaceAll(/^\w+\.(?:displayName|contextType) = .*;$/gm, "");
}
