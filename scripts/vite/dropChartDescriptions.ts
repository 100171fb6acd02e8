import type { Plugin } from "vite";

/** Removes the descriptions of states and transitions, which browsers do not need. */
export function dropChartDescriptions(): Plugin {
  return {
    name: "drop-chart-descriptions",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: { id: /[\\/]machines[\\/].*\.ts$/ },
      handler: (code) => ({ code: code.replaceAll(/\bdescription:\s*"(?:[^"\\]|\\.)*",?/g, ""), map: null }),
    },
  };
}
