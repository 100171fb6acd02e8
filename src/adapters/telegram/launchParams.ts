import type { ThemeColors } from "./repairTheme.ts";

/** Where launch parameters are kept in the session storage for a reload, as a string in JSON, as the SDK does. */
export const STORED_LAUNCH_KEY = "tapps/launchParams";

/** Where launch parameters may be: the address, the address at load, what was kept for a reload. */
export interface LaunchSources {
  href: string;
  /** `name` of the navigation entry. */
  navigationName: string | null;
  /** The session storage's item `STORED_LAUNCH_KEY`. */
  stored: string | null;
}

/** A start parameter alone is part of ordinary links. */
const LAUNCH_PARAM = /tgWebApp(?!StartParam)/u;

/** Whether this page was ever given launch parameters, valid or not. Without them the SDK is not loaded. */
export function hasLaunchTraces(sources: LaunchSources): boolean {
  return [sources.href, sources.navigationName, sources.stored].some(
    (source) => source !== null && LAUNCH_PARAM.test(source),
  );
}

/** The fragment with the launch data, `#…` included, for carrying it through navigations; null where there is none. */
export function findLaunchHash(sources: LaunchSources): string | null {
  for (const source of [sources.href, sources.navigationName]) {
    const start = source?.indexOf("#") ?? -1;
    const hash = start === -1 ? "" : (source ?? "").slice(start);
    if (hash.includes("tgWebAppPlatform=")) return hash;
  }
  return null;
}

/** What the messenger hands over at launch, unverified: only the server can check the signature. */
interface RawLaunch {
  /** All of it, as the messenger wrote it. */
  query: string;
  /** As the messenger signed it, for the server; null for a launch that carries no identity. */
  rawInitData: string | null;
  startParam: string | null;
  /** Of the messenger's protocol, e.g. `8.0`. */
  version: string;
  /** The messenger's client, e.g. `android`, `weba`. */
  platform: string;
  theme: ThemeColors;
}

export interface LaunchParams extends RawLaunch {
  tgUserId: string | null;
  /** IETF tag of the messenger's language. */
  languageCode: string | null;
  /** Whether the bot may write to the person in private, as far as the messenger knew at launch. */
  canBotWrite: boolean;
}

/** The launch parameters of the first source that has a whole set, or null. Small: the page's first script has it too. */
export function findRawLaunch({ href, navigationName, stored }: LaunchSources): RawLaunch | null {
  for (const query of [cutQuery(href), cutQuery(navigationName ?? ""), parseText(stored) ?? ""]) {
    const params = new URLSearchParams(query);
    const version = params.get("tgWebAppVersion");
    const theme = parseTheme(params.get("tgWebAppThemeParams"));
    const platform = params.get("tgWebAppPlatform");
    if (version === null || platform === null || theme === null) continue;
    const rawInitData = params.get("tgWebAppData");
    const startParam = params.get("tgWebAppStartParam") ?? new URLSearchParams(rawInitData ?? "").get("start_param");
    return { query, rawInitData, startParam, version, platform, theme };
  }
  return null;
}

/** The launch parameters with the user that they name, or null. */
export function readLaunchParams(sources: LaunchSources): LaunchParams | null {
  const launch = findRawLaunch(sources);
  if (launch === null) return null;
  const user = parseObject(new URLSearchParams(launch.rawInitData ?? "").get("user"));
  return {
    ...launch,
    tgUserId: typeof user?.["id"] === "number" ? String(user["id"]) : null,
    languageCode: typeof user?.["language_code"] === "string" ? user["language_code"] : null,
    canBotWrite: user?.["allows_write_to_pm"] === true,
  };
}

/** Parameters of the address and of its fragment, as one query. */
function cutQuery(url: string): string {
  return url.replace(/^[^?#]*[?#]/u, "").replaceAll(/[?#]/gu, "&");
}

/** A string that JSON wraps; null for anything else. */
function parseText(json: string | null): string | null {
  const value = parseJson(json);
  return typeof value === "string" ? value : null;
}

/** The messenger's colours by its own names, without values that are not texts; null for anything that is not an object. */
function parseTheme(json: string | null): Readonly<Record<string, string>> | null {
  const colors = parseObject(json);
  if (colors === null) return null;
  return Object.fromEntries(
    Object.entries(colors).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

function parseObject(json: string | null): Readonly<Record<string, unknown>> | null {
  const value = parseJson(json);
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
}

function parseJson(json: string | null): unknown {
  try {
    return JSON.parse(json ?? "null");
  } catch {
    return null;
  }
}
