import { createHash } from "node:crypto";
import type { Config } from "../config.ts";

const EMPTY_HASH = `sha256-${createHash("sha256").digest("base64")}`;

/** Hashes of the page's inline scripts for the Content-Security-Policy. */
export function hashInlineScripts(html: string): string[] {
  return [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script = ""]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
  );
}

/** Headers of every answer. The app loads nothing from elsewhere but people's pictures; only `framers` may frame it. */
export function makeSecurityHeaders(
  config: Config,
  scriptHashes: readonly string[],
  framers: readonly string[],
): Record<string, string> {
  const policy = [
    "default-src 'self'",
    // The bridges to wallets without an extension, and the nodes for wallets that do not send.
    [
      "connect-src 'self'",
      ...config.walletAccess.flatMap(({ connectOrigins }) => connectOrigins),
      // The inspector sends to `npm run inspect` on a developer's machine.
      ...(config.inspector === "live" ? ["ws://127.0.0.1:*"] : []),
    ].join(" "),
    ["script-src 'self'", ...scriptHashes].join(" "),
    // TON Connect's windows set an empty handler, for Safari to show that a button is pressed. Its hash lets no other pass.
    `script-src-attr 'unsafe-hashes' '${EMPTY_HASH}'`,
    // The page has inline styles, and the messenger's host injects a style element.
    "style-src 'self' 'unsafe-inline'",
    // People's pictures use https; the public origin is allowed too, for an app that is reached by another name.
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
