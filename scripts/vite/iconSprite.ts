import { readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import type { Plugin } from "vite";

import { formatIconSprite } from "./formatIconSprite.ts";

/** Writes a folder's icons into the page, where they need no script and show with the first paint. */
export function iconSprite(folder: string): Plugin {
  return {
    name: "icon-sprite",
    configureServer: ({ watcher, ws }) => {
      watcher.add(folder);
      watcher.on("all", (_event, file) => {
        if (file.startsWith(folder)) ws.send({ type: "full-reload" });
      });
    },
    transformIndexHtml: (html) =>
      html.replace(/<body[^>]*>/, (body) => `${body}${formatIconSprite(readIcons(folder))}`),
  };
}

function readIcons(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder).map((file) => [basename(file, ".svg"), readFileSync(join(folder, file), "utf8")]),
  );
}
