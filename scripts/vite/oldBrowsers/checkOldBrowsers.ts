import type { Plugin } from "vite";

import { findNewScript } from "./findNewScript.ts";
import { findNewStyles } from "./findNewStyles.ts";
import { OLDEST_BROWSERS } from "./lacking.ts";

const INLINE_STYLE = /<style[^>]*>([^]*?)<\/style>/g;
const INLINE_SCRIPT = /<script(?![^>]*\bsrc=)[^>]*>([^]*?)<\/script>/g;

/** Fails a build that the oldest browsers cannot run or show: scripts, style sheets, and what the page holds of both. */
export function checkOldBrowsers(): Plugin {
  return {
    name: "check-old-browsers",
    apply: "build",
    writeBundle: {
      order: "post",
      handler(_, bundle) {
        const found = Object.values(bundle).flatMap((file) => {
          const text = file.type === "chunk" ? file.code : file.source.toString();
          return findNew(file.fileName, text).map((what) => `${file.fileName}: ${what}`);
        });
        if (found.length > 0)
          this.error(`${OLDEST_BROWSERS.join(", ")} lack, without a fallback:\n${found.join("\n")}`);
      },
    },
  };
}

function findNew(fileName: string, text: string): readonly string[] {
  if (fileName.endsWith(".js")) return findNewScript(text);
  if (fileName.endsWith(".css")) return findNewStyles(text);
  if (!fileName.endsWith(".html")) return [];
  const styles = [...text.matchAll(INLINE_STYLE)].map(([, css = ""]) => css).join("");
  const scripts = [...text.matchAll(INLINE_SCRIPT)].map(([, code = ""]) => code);
  return [...findNewStyles(styles), ...scripts.flatMap((code) => findNewScript(code))];
}
