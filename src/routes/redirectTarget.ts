import { WELCOME_PATH } from "#machines/app/openPaths.ts";

import { parseUrl } from "../adapters/parseUrl.ts";

import { HOME_PATH } from "./paths.ts";

/** Any origin serves: it is needed for parsing only. */
const BASE = "https://app.invalid";
/** A path as it stands, decoded, and decoded once more. */
const MOST_DECODINGS = 3;

/**
 * Where to go after the login. Takes paths of this app only and never a fragment, which may hold launch data.
 * @param search query of /login, `?redirect=…`
 */
export function readRedirectTarget(search: string): string {
  const redirect = new URLSearchParams(search).get("redirect") ?? "";
  const [typed = ""] = redirect.split(/[?#]/);
  const url = typed.startsWith("/") && isPathOfApp(typed) ? parseUrl(redirect, BASE) : null;
  if (url === null || url.origin !== BASE || !isPathOfApp(url.pathname)) return HOME_PATH;
  if (url.pathname === "/login" || url.pathname === "/") return HOME_PATH;
  return `${url.pathname}${url.search}`;
}

/**
 * Whether nobody takes a path for another host, as it is typed and as it is parsed. `/.//host` is `//host` once its dot is resolved, and who decodes
 * or cleans a path may find slashes, backslashes and control characters in it.
 */
function isPathOfApp(pathname: string): boolean {
  let path = pathname;
  for (let turn = 0; turn < MOST_DECODINGS; turn += 1) {
    // eslint-disable-next-line no-control-regex -- these are what is looked for
    if (/\/\/|[\\\u0000-\u001f\u007f]/.test(path)) return false;
    try {
      path = decodeURIComponent(path);
    } catch {
      return false;
    }
  }
  return true;
}

/**
 * The path of the login that leads back to the wanted page afterwards.
 * @param path path without fragment
 * @param search query of that path, `?…` or empty
 */
export function buildLoginPath(path: string, search: string): string {
  const query = new URLSearchParams(search);
  const kept = query.toString();
  const target = kept === "" ? path : `${path}?${kept}`;
  query.set("redirect", target);
  return `/login?${query.toString()}`;
}

/** The path of the welcome that leads on to the wanted page, of which the welcome itself is none. */
export function buildWelcomePath(target: string): string {
  const isWelcome = target === WELCOME_PATH || target.startsWith(`${WELCOME_PATH}?`);
  return isWelcome ? target : `${WELCOME_PATH}?${new URLSearchParams({ redirect: target }).toString()}`;
}

/** Where the welcome leads to. @param search its query */
export function readWelcomeTarget(search: string): string {
  const target = readRedirectTarget(search);
  return target === WELCOME_PATH || target.startsWith(`${WELCOME_PATH}?`) ? HOME_PATH : target;
}
