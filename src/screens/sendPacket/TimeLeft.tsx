import { useTranslation } from "react-i18next";

import { useCountdown } from "#src/hooks/useCountdown.ts";

import styles from "./TimeLeft.module.css";

const MINUTE_S = 60;
/** The countdown shows within the last hour. */
const SHOWN_FROM_S = 60 * MINUTE_S;

/** Minutes and seconds until a moment, running. A screen reader reads them only on request. */
export function TimeLeft({ until }: { until: string }) {
  const { t } = useTranslation();
  const countdown = useCountdown(Date.parse(until));
  const seconds = countdown?.state === "running" ? countdown.secondsLeft : null;
  if (seconds === null || seconds >= SHOWN_FROM_S) return null;
  const time = `${String(Math.floor(seconds / MINUTE_S))}:${String(seconds % MINUTE_S).padStart(2, "0")}`;
  return (
    <span role="timer" className={styles.time}>
      {t("envelope:send.timeLeft", { time })}
    </span>
  );
}
