import type { Plugin } from "vite";

/**
 * What React's factories make has no effect where nobody renders it, which the router does not say of its own. Without
 * that said, the parts of it that nothing here uses (data routes, forms, server components) are in the first chunk.
 */
export function markRouterPure(): Plugin {
  return {
    name: "mark-router-pure",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: { id: /[\\/]react-router[\\/]dist[\\/]/ },
      handler: (code) => ({
        code: code
          .replaceAll(/\bReact\d*\.(?:memo|forwardRef|createContext)\(/g, "/* @__PURE__ */ $&")
          .replaceAll(/^\w+\.(?:displayName|contextType) = .*;$/gm, ""),
        map: null,
      }),
    },
  };
}
