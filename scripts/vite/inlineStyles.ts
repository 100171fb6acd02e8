import type { Plugin } from "vite";

const LINK = /<link rel="stylesheet"[^>]*href="\/([^"]+\.css)"[^>]*>/g;

/**
 * Writes the first screen's styles into the page. A page that names a sheet shows nothing until it has come, which is
 * another round trip; so the shell is painted as soon as the page is there. Later screens bring their own.
 */
export function inlineStyles(): Plugin {
  return {
    name: "inline-styles",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (html, { bundle = {} }) =>
        html.replaceAll(LINK, (link, file: string) => {
          const sheet = bundle[file];
          if (sheet?.type !== "asset") return link;
          delete bundle[file];
          return `<style>${sheet.source.toString()}</style>`;
        }),
    },
  };
}
