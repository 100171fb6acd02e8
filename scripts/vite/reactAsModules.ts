import { createRequire } from "node:module";
import path from "node:path";
import type { Plugin } from "vite";

/** React's modules by import name, with their production files. React 19 has the shim's hook itself. */
const FILES: Readonly<Record<string, string>> = {
  react: "react/cjs/react.production.js",
  "react/jsx-runtime": "react/cjs/react-jsx-runtime.production.js",
  "react-dom": "react-dom/cjs/react-dom.production.js",
  "react-dom/client": "react-dom/cjs/react-dom-client.production.js",
  scheduler: "scheduler/cjs/scheduler.production.js",
  "use-sync-external-store/shim": "react/cjs/react.production.js",
  "use-sync-external-store/shim/with-selector":
    "use-sync-external-store/cjs/use-sync-external-store-shim/with-selector.production.js",
};

/**
 * Converts React's CommonJS files to ES modules. A browser parses the body of a CommonJS wrapper twice, once to skip it
 * and once to run it, which is half of React's evaluation time; and the bundler can drop unused exports: 3.3 kB less, gzipped.
 */
export function reactAsModules(): Plugin {
  const modules = path.join(path.dirname(createRequire(import.meta.url).resolve("react/package.json")), "..");
  const ids = new Map(Object.entries(FILES).map(([name, file]) => [name, path.join(modules, file)]));
  const files = new Set(ids.values());
  return {
    name: "react-as-modules",
    apply: "build",
    enforce: "pre",
    resolveId: (source) => ids.get(source) ?? null,
    transform: {
      filter: { id: /\.production\.js$/ },
      handler: (code, id) => (files.has(path.normalize(id)) ? { code: toModule(code), map: null } : null),
    },
  };
}

/**
 * Turns each `var name = require(…)` into an `import * as name`, so that the bundler sees which members are used, and
 * each member of `exports` into an exported variable.
 */
export function toModule(code: string): string {
  const names = [...new Set([...code.matchAll(/\bexports\.(\w+)/g)].map(([, name = ""]) => name))];
  if (names.length === 0) throw new Error("a file of React exports nothing by `exports.name`: see reactAsModules");
  const isConstant = (name: string) => [...code.matchAll(new RegExp(`\\bexports\\.${name} =(?!=)`, "g"))].length === 1;
  const variables = names.filter((name) => !isConstant(name));
  const body = code
    .replaceAll(/^"use strict";$/gm, "")
    .replaceAll(/^var (?:\w+ = require\("[^"]+"\)[,;]\s*)+/gm, (all) =>
      all.replaceAll(/(?:var )?(\w+) = require\(("[^"]+")\)[,;]/g, "import * as $1 from $2;"),
    )
    .replaceAll(/^exports\.(\w+) =/gm, (all, name: string) => (isConstant(name) ? `const exported_${name} =` : all))
    .replaceAll(/\bexports\.(\w+)/g, "exported_$1");
  if (body.includes("require(")) throw new Error("a file of React requires in another way: see reactAsModules");
  return [
    ...(variables.length === 0 ? [] : [`let ${variables.map((name) => `exported_${name}`).join(", ")};`]),
    body,
    `export { ${names.map((name) => `exported_${name} as ${name}`).join(", ")} };`,
    `export default { ${names.map((name) => `${name}: exported_${name}`).join(", ")} };`,
  ].join("\n");
}
