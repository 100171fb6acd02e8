import { createRequire } from "node:module";
import path from "node:path";
import type { Plugin } from "vite";

/** The CommonJS packages of TON Connect that are one file and require nothing a browser has. */
const PACKAGES = ["classnames", "deepmerge", "tweetnacl", "tweetnacl-util", "ua-parser-js"];

/**
 * Converts packages that a late chunk needs to ES modules. The bundler's own way shares a helper among all chunks, and
 * the first one would have to load it.
 */
export function commonjsAsModules(): Plugin {
  const { resolve } = createRequire(import.meta.url);
  const files = new Set(PACKAGES.map((name) => path.normalize(resolve(name))));
  return {
    name: "commonjs-as-modules",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: { id: /\.js$/ },
      handler: (code, id) => (files.has(path.normalize(id)) ? { code: wrapModule(code), map: null } : null),
    },
  };
}

/** Runs the file as it is, with a `module` of its own and without `require`. */
export function wrapModule(code: string): string {
  return [
    "const own = { exports: {} };",
    "(function (module, exports, require) {",
    code,
    "}).call(own.exports, own, own.exports, undefined);",
    "export default own.exports;",
  ].join("\n");
}
