import type { Plugin } from "vite";

/** Charts describe every state and transition for people; browsers need not load the prose. */
export function dropChartDescriptions(): Plugin {
  return {
    name: "drop-chart-descriptions",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: { id: /[\\/]machines[\\/].*\.machine\.ts$/ },
      handler: (code) => ({ code: code.replaceAll(/\bdescription:\s*"(?:[^"\\]|\\.)*",?/g, ""), map: null }),
    },
  };
}
