import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Icon } from "#src/components/ui/Icon.tsx";
import { formatTime } from "#src/format/formatTime.ts";

import styles from "./SafetyNote.module.css";

/** A line on what is paused for the person's safety. */
export function SafetyNote({ children }: { children: ReactNode }) {
  return (
    <p className={styles.note}>
      <Icon name="shield" sizePx={20} />
      <span>{children}</span>
    </p>
  );
}

/** Says until when nothing can leave the account, and why; nothing where nothing is blocked. */
export function SpendingBlock({ until }: { until: string | null }) {
  const { t, i18n } = useTranslation();
  return until === null ? null : (
    <SafetyNote>{t("codes:block", { time: formatTime(until, i18n.language) })}</SafetyNote>
  );
}
