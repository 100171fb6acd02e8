import { useTranslation } from "react-i18next";

import { formatTime } from "#src/format/formatTime.ts";

import { SafetyNote } from "./SafetyNote.tsx";

/** Says until when nothing can leave the account, and why; nothing where nothing is blocked. */
export function SpendingBlock({ until }: { until: string | null }) {
  const { t, i18n } = useTranslation();
  return until === null ? null : (
    <SafetyNote>{t("codes:block", { time: formatTime(until, i18n.language) })}</SafetyNote>
  );
}
