import { parseText, parseTheme } from "../adapters/telegram/launchParams.ts";

export interface RawLaunch {
  /** The messenger's colours by its own names. */
  theme: Readonly<Record<string, string>>;
  startParam: string | null;
  isLaunched: boolean;
}

/**
 * Reads what the first picture needs of the launch parameters, before the SDK is there and without checking them.
 * @param address the page's address
 * @param stored what was kept for a reload
 */
export function readRawLaunch(address: { hash: string; search: string }, stored: string | null): RawLaunch {
  const fromHash = new URLSearchParams(address.hash.slice(1));
  const kept = new URLSearchParams(parseText(stored) ?? "");
  const params = fromHash.has("tgWebAppPlatform") ? fromHash : kept;
  const data = new URLSearchParams(params.get("tgWebAppData") ?? "");
  const query = new URLSearchParams(address.search);
  return {
    theme: parseTheme(params.get("tgWebAppThemeParams")) ?? {},
    startParam: query.get("tgWebAppStartParam") ?? params.get("tgWebAppStartParam") ?? data.get("start_param"),
    isLaunched: params.has("tgWebAppPlatform"),
  };
}
