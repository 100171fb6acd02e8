import type { Plugin } from "vite";

const LINK = /<link rel="stylesheet"[^>]*href="\/([^"]+\.css)"[^>]*>/g;

/**
 * Inlines the first screen's styles. A linked style sheet blocks the first paint for another round trip; inlined, the
 * shell is painted with the page. Later screens load their own.
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
          // Else a later chunk that imports the first one's asks for its sheet.
          for (const chunk of Object.values(bundle)) chunk.viteMetadata?.importedCss.delete(file);
          return `<style>${sheet.source.toString()}</style>`;
        }),
    },
  };
}
