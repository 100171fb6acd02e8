import { useTranslation } from "react-i18next";

import { useSystemInfo } from "./useSystemInfo.ts";

/** What the settings are where nobody changed them. */
const USUAL = { envelopeTtlSeconds: 86_400, orderTtlSeconds: 1800 };

const HOUR_S = 3600;
const MINUTE_S = 60;

/**
 * How long envelopes are open and orders can be paid here, for people: in whole hours where it is that, else in minutes.
 * The units are our own texts: Chromium has none in Khmer, and would write English ones.
 */
export function useTimes(): { envelope: string; order: string } {
  const { t } = useTranslation();
  const { envelopeTtlSeconds, orderTtlSeconds } = useSystemInfo().view.value?.userPackConfig ?? USUAL;
  const describe = (seconds: number): string =>
    seconds % HOUR_S === 0
      ? t("about:times.hours", { count: seconds / HOUR_S })
      : t("about:times.minutes", { count: Math.round(seconds / MINUTE_S) });
  return { envelope: describe(envelopeTtlSeconds), order: describe(orderTtlSeconds) };
}
