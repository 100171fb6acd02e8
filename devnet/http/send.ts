import { readFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { stripTypeScriptTypes } from "node:module";
import path from "node:path";

/** Sends a JSON body that must not be cached. */
export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" });
  response.end(JSON.stringify(value));
}

/**
 * Sends an answer of a public node, which pages of any origin may ask.
 * @param value null for no body; a text is sent as it is
 * @param ownHeaders which such pages may send besides their content's type
 */
export function sendOpenly(response: ServerResponse, status: number, value: unknown, ownHeaders: string): void {
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    "access-control-allow-origin": "*",
    "access-control-allow-methods": "POST, GET, OPTIONS",
    "access-control-allow-headers": `content-type, ${ownHeaders}`,
  });
  response.end(value === null ? undefined : typeof value === "string" ? value : JSON.stringify(value));
}

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".ts": "text/javascript; charset=utf-8",
};

/** Sends a file of `folder`, or of a folder in it, to the browser, TypeScript as JavaScript. Answers 404 for anything else. */
export async function sendBrowserFile(response: ServerResponse, folder: string, name: string): Promise<void> {
  const type = TYPES[path.extname(name)];
  const isPlainName = /^([a-z]+\/)?[A-Za-z0-9]+\.[a-z]+$/.test(name);
  const text =
    type === undefined || !isPlainName ? null : await readFile(path.join(folder, name), "utf8").catch(() => null);
  if (type === undefined || text === null) {
    response.writeHead(404, { "content-type": "text/plain" }).end("not found");
    return;
  }
  response.writeHead(200, { "content-type": type, "cache-control": "no-store", "x-content-type-options": "nosniff" });
  response.end(name.endsWith(".ts") ? stripTypeScriptTypes(text) : text);
}
