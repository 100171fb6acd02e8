import { useTranslation } from "react-i18next";

import { useSecondsLeft } from "#src/components/shell/SecondsLeft.tsx";
import { formatTimeLeft } from "#src/format/formatTimeLeft.ts";

import styles from "./TimeLeft.module.css";

/** The countdown shows within the last hour. */
const SHOWN_FROM_S = 3600;

/** Minutes and seconds until a moment, running. A screen reader reads them only on request. */
export function TimeLeft({ until }: { until: string }) {
  const { t } = useTranslation();
  const seconds = useSecondsLeft(until);
  if (seconds === 0 || seconds >= SHOWN_FROM_S) return null;
  return (
    <span role="timer" className={styles.time}>
      {t("envelope:send.timeLeft", { time: formatTimeLeft(seconds) })}
    </span>
  );
}
