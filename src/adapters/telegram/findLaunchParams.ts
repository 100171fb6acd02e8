/** Where the SDK keeps the launch parameters in the session storage, as a string in JSON. */
export const STORED_LAUNCH_KEY = "tapps/launchParams";

/** Where launch parameters may be: the address, the address at load, what the SDK kept. */
export interface LaunchSources {
  href: string;
  /** `name` of the navigation entry */
  navigationName: string | null;
  /** The session storage's item of that name */
  stored: string | null;
}

/** A start parameter alone is part of ordinary links. */
const LAUNCH_PARAM = /tgWebApp(?!StartParam)/u;

/** Whether this page was ever given launch parameters, valid or not. Without them nobody needs the SDK. */
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
