import type { IncomingMessage } from "node:http";

/**
 * Whether a request that changes state may come from a page outside this stack. Browsers send the page's origin, and
 * send JSON to another origin only if that allows it. Programs send no origin.
 */
export function isForeign({ headers }: Pick<IncomingMessage, "headers">): boolean {
  const { host, origin } = headers;
  const site = headers["sec-fetch-site"];
  const isOwnPage = origin === undefined || origin === `http://${host}`;
  const isOwnSite = site === undefined || site === "same-origin" || site === "none";
  const isJson = /^application\/json\s*(;|$)/i.test(headers["content-type"] ?? "");
  return !(isLocalHost(host) && isOwnPage && isOwnSite && isJson);
}

const LOCAL_HOST = /^(localhost|p[1-9]\.localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

/**
 * Whether a Host header names this machine. Other names are refused: a page of another site can point its own name
 * here.
 */
export function isLocalHost(host: string | undefined): boolean {
  return host !== undefined && LOCAL_HOST.test(host);
}
