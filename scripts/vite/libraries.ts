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

/** Methods whose signature is on one line, up to the closing brace of the body. */
function buildBodyPattern(names: readonly string[]): RegExp {
  return new RegExp(`^  (${names.join("|")})\\([^\\n]*\\{\\n[\\s\\S]*?^  \\}`, "gm");
}

/**
 * Parts of i18next that this app does not use: backends (texts are chunks of the app), formats and nesting, keys as
 * functions, writing directions, other languages to fall back on, clones, server rendering, removal of texts, objects and
 * default values as texts, post processors, fallbacks for missing plurals, and warnings for developers.
 */
const UNUSED_PARTS: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/^class Connector extends EventEmitter \{[\s\S]*?^\}/m, "class Connector extends EventEmitter { state = {}; }"],
  [/^class Formatter \{[\s\S]*?^\}/m, "class Formatter { format(value) { return value; } }"],
  [
    /^class Logger \{[\s\S]*?^\}/m,
    "class Logger { init() {} create() { return this; } log() {} warn() {} error() {} deprecate() {} once() {} }",
  ],
  [
    /^function keysFromSelector\(selector, opts\) \{[\s\S]*?^\}/m,
    "function keysFromSelector(selector) { return selector; }",
  ],
  [/^  nest\([^\n]*\{[\s\S]*?^  \}/m, "nest(text) { return text; }"],
  [
    buildBodyPattern(["translate"]),
    `$1(keys, options) {
      const opt = { ...options };
      const all = [].concat(keys).map(String);
      const found = this.resolve(all, opt).res;
      return this.extendTranslation(isString(found) ? found : this.extractFromKey(all.at(-1), opt).key, all, opt);
    }`,
  ],
  [
    buildBodyPattern(["extendTranslation"]),
    "$1(text, keys, opt) { return this.interpolator.interpolate(text, opt, opt.lng || this.language, opt); }",
  ],
  [buildBodyPattern(["use"]), "$1(module) { this.modules.external.push(module); return this; }"],
  [buildBodyPattern(["loadResources"]), "$1(language, done) { done(null); }"],
  [buildBodyPattern(["hasLoadedNamespace"]), "$1() { return true; }"],
  [buildBodyPattern(["getFallbackCodes"]), "$1() { return []; }"],
  [buildBodyPattern(["toResolveHierarchy"]), "$1(code) { return this.isSupportedCode(code) ? [code] : []; }"],
  [buildBodyPattern(["dir", "cloneInstance", "reloadResources", "loadLanguages", "hydrate"]), "$1() {}"],
  [buildBodyPattern(["removeResourceBundle", "removeNamespaces", "loadNamespaces", "getUsedParamsDetails"]), "$1() {}"],
  // Keys are paths; no language comes from elsewhere.
  [/^const deepFind = [\s\S]*?^\};/m, "const deepFind = () => undefined;"],
  [/^const looksLikeObjectPath = [\s\S]*?^\};/m, "const looksLikeObjectPath = () => true;"],
  [/^const isRefusedLanguageCode = [\s\S]*?^\};/m, "const isRefusedLanguageCode = () => false;"],
  [/^const assertSeparateArguments = [\s\S]*?^\};/m, "const assertSeparateArguments = () => {};"],
  [buildBodyPattern(["needsPlural", "getPluralFormsOfKey", "getSuffixes"]), "$1() {}"],
  [/this\.logger\.(?:warn|deprecate|log|error)\((?=['`])/g, "void ("],
];

/**
 * Removes the unused parts of i18next. The bundler cannot, since they are classes that the instance creates. The first load
 * is 7.8 kB smaller, gzipped.
 */
export function trimI18next(): Plugin {
  return {
    name: "trim-i18next",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: { id: /[\\/]i18next[\\/]dist[\\/]esm[\\/]i18next\.js$/ },
      handler: (code) => ({ code: trim(code), map: null }),
    },
  };
}

/** @throws if a part is missing: i18next has changed */
export function trim(code: string): string {
  return UNUSED_PARTS.reduce((rest, [pattern, replacement]) => {
    if (rest.search(pattern) === -1) throw new Error(`i18next has no ${pattern.source} now: see trimI18next`);
    return rest.replace(pattern, replacement);
  }, code);
}
