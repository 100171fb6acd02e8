import { WELCOME_PATH } from "#machines/app/openPaths.ts";

import { parseUrl } from "../adapters/parseUrl.ts";

import { HOME_PATH } from "./paths.ts";

/** Any origin serves: it is needed for parsing only. */
const BASE = "https://app.invalid";

/**
 * Where to go after the login. Takes paths of this app only and never a fragment, which may hold launch data.
 * @param search query of /login, `?redirect=…`
 */
export function readRedirectTarget(search: string): string {
  const redirect = new URLSearchParams(search).get("redirect");
  const url = redirect?.startsWith("/") === true ? parseUrl(redirect, BASE) : null;
  if (url === null || url.origin !== BASE || url.pathname === "/login" || url.pathname === "/") return HOME_PATH;
  return `${url.pathname}${url.search}`;
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
