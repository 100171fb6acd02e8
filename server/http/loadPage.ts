import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config.ts";

function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

/** The built page with the origins that may frame it in its head, or null if the app is not built. */
export async function loadPage(config: Config): Promise<string | null> {
  const html = await readFile(join(config.distDir, "index.html"), "utf8").catch(() => null);
  const origins = escapeAttribute(config.messengerOrigins.join(" "));
  return html === null
    ? null
    : html.replace(/<head[^>]*>/, (head) => `${head}<meta name="messenger-origins" content="${origins}">`);
}
