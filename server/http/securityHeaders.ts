import { createHash } from "node:crypto";
import type { Config } from "../config.ts";

/** Hashes of the scripts that stand in the page itself, as a Content-Security-Policy names them. */
export function hashInlineScripts(html: string): string[] {
  return [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script = ""]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
  );
}

/** Headers of every answer. Nothing is loaded from elsewhere but people's pictures; only `framers` may frame the app. */
export function makeSecurityHeaders(
  config: Config,
  scriptHashes: readonly string[],
  framers: readonly string[],
): Record<string, string> {
  const policy = [
    "default-src 'self'",
    ["script-src 'self'", ...scriptHashes].join(" "),
    // The page carries its styles inline, and the messenger's host sends a style element of its own.
    "style-src 'self' 'unsafe-inline'",
    // People's pictures are https; the public origin's own count too where the app runs on another name of it.
    `img-src 'self' data: https: ${new URL(config.publicUrl).origin}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    ["frame-ancestors", ...framers].join(" "),
  ];
  return {
    "content-security-policy": policy.join("; "),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    ...(config.isProduction ? { "strict-transport-security": "max-age=31536000" } : {}),
  };
}
