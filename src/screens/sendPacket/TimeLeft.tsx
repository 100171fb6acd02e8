import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import styles from "./TimeLeft.module.css";

const SECOND_MS = 1000;
const MINUTE_S = 60;
/** What is further away needs no clock that runs. */
const SHOWN_FROM_S = 60 * MINUTE_S;

/** Minutes and seconds until a moment, running. A reader hears them when asking for them. */
export function TimeLeft({ until }: { until: string }) {
  const { t } = useTranslation();
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      setNowMs(Date.now());
    }, SECOND_MS);
    return () => {
      clearInterval(timer);
    };
  }, []);
  const seconds = Math.floor((Date.parse(until) - nowMs) / SECOND_MS);
  if (seconds < 0 || seconds >= SHOWN_FROM_S) return null;
  const time = `${String(Math.floor(seconds / MINUTE_S))}:${String(seconds % MINUTE_S).padStart(2, "0")}`;
  return (
    <span role="timer" className={styles.time}>
      {t("envelope:send.timeLeft", { time })}
    </span>
  );
}
