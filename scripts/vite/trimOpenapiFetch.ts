import type { Plugin } from "vite";

/**
 * Parts of openapi-fetch that this app does not use: openapi.yaml has no path parameters, and no lists or objects in
 * queries.
 */
const UNUSED_PARTS: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [
    /^function (serializeObjectParam|serializeArrayParam)\([^\n]*\{\n[\s\S]*?^\}/gm,
    'function $1() { throw new Error("see trimOpenapiFetch"); }',
  ],
  [
    /^function defaultPathSerializer\([^\n]*\{\n[\s\S]*?^\}/m,
    "function defaultPathSerializer(pathname) { return pathname; }",
  ],
];

/** Removes the unused parts of openapi-fetch. The bundler cannot, since the client chooses them by its arguments. */
export function trimOpenapiFetch(): Plugin {
  return {
    name: "trim-openapi-fetch",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: { id: /[\\/]openapi-fetch[\\/]dist[\\/]index\.mjs$/ },
      handler: (code) => ({ code: trim(code), map: null }),
    },
  };
}

/** @throws if a part is missing: openapi-fetch has changed */
export function trim(code: string): string {
  return UNUSED_PARTS.reduce((rest, [pattern, replacement]) => {
    if (rest.search(pattern) === -1)
      throw new Error(`openapi-fetch has no ${pattern.source} now: see trimOpenapiFetch`);
    return rest.replace(pattern, replacement);
  }, code);
}
