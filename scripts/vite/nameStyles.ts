import type { Plugin } from "vite";

/**
 * Imports each class of a CSS Module by its name, so that a chunk holds the classes that its components use, and neither
 * their table nor the names of animations.
 */
export function nameStyles(): Plugin {
  return {
    name: "name-styles",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: { id: /[\\/]src[\\/].*\.tsx?$/ },
      handler: (code) => ({
        code: code.replaceAll(/^import (\w+) from ("[^"]+\.module\.css")/gm, "import * as $1 from $2"),
        map: null,
      }),
    },
  };
}
