import type { App } from "#server/app.ts";

const TIMEOUT_MS = 10_000;
const MOST_HOPS = 5;

/**
 * Warns where PUBLIC_URL leads to another origin: the messenger obeys an app only at the origin that the bot names. An
 * address that this machine cannot reach says nothing.
 */
export async function checkPublicUrl({ config, logger }: Pick<App, "config" | "logger">): Promise<void> {
  const own = new URL(config.publicUrl);
  let at = own;
  for (let hop = 0; hop < MOST_HOPS; hop += 1) {
    const next = await readRedirect(at).catch(() => null);
    if (next === null) return;
    if (next.origin !== own.origin) {
      logger.warn({ setting: "PUBLIC_URL", reason: next.origin }, "PUBLIC_URL redirects to another origin");
      return;
    }
    at = next;
  }
}

async function readRedirect(url: URL): Promise<URL | null> {
  const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) });
  await response.body?.cancel();
  const location = response.headers.get("location");
  return location === null || response.status < 300 || response.status >= 400 ? null : URL.parse(location, url);
}
