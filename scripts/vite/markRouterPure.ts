import type { Plugin } from "vite";

/**
 * Marks calls of React's factories as pure, which the router omits. Otherwise its unused parts (data routes, forms, server
 * components) would be in the first chunk: 8.7 kB, gzipped. Its warnings for developers go too: the package
 * gives every browser its development build.
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
    .replaceAll(/^var ENABLE_DEV_WARNINGS = true;$/gm, "var ENABLE_DEV_WARNINGS = false;")
    .replaceAll(/^function (warning|warningOnce)\([^\n]*\{[\s\S]*?^\}/gm, "function $1() {}")
    .replaceAll(/\bReact\d*\.(?:memo|forwardRef|createContext)\(/g, "/* @__PURE__ */ $&")
    .replaceAll(/^\w+\.(?:displayName|contextType) = .*;$/gm, "");
}
