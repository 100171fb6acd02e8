import { useTranslation } from "react-i18next";

import { formatDuration } from "#src/format/formatDuration.ts";

import { useSystemInfo } from "./useSystemInfo.ts";

/** What the settings are where nobody changed them. */
const USUAL = { envelopeTtlSeconds: 86_400, orderTtlSeconds: 1800 };

/** How long envelopes are open and orders can be paid here, for people. */
export function useTimes(): { envelope: string; order: string } {
  const { i18n } = useTranslation();
  const { envelopeTtlSeconds, orderTtlSeconds } = useSystemInfo().view.value?.userPackConfig ?? USUAL;
  return {
    envelope: formatDuration(envelopeTtlSeconds, i18n.language),
    order: formatDuration(orderTtlSeconds, i18n.language),
  };
}
