import { useEffect, useState, type CSSProperties } from "react";
import { useTranslation } from "react-i18next";

import { formatAmountText } from "#domain/money/formatAmountText.ts";
import type { EnvelopeClaimView, WaitedDraw } from "#machines/envelopeClaim/envelopeClaim.view.ts";
import { readServerTimeMs } from "#src/adapters/serverClock.ts";
import { useSecondsLeft } from "#src/components/shell/SecondsLeft.tsx";
import { formatTimeLeft } from "#src/format/formatTime.ts";
import { useFailureText } from "#src/hooks/useFailureText.ts";

import styles from "./WaitingDraw.module.css";

/** The wait for a draw for all: a ring that closes, how many are in, and one's own place. */
export function WaitingDraw({ view }: { view: EnvelopeClaimView }) {
  const { t, i18n } = useTranslation();
  const getFailureText = useFailureText();
  const { draw, state } = view;
  useEffect(() => {
    void import("#src/adapters/draw/askDrawWorker.ts").then(({ warmDrawWorker }) => warmDrawWorker());
  }, []);
  if (draw === null) return null;
  const show = (count: number) => formatAmountText(String(count), i18n.language);
  const write = (key: string) =>
    t(key, {
      entries: show(draw.entries),
      shares: show(draw.shares),
      oneIn: show(draw.oneIn),
    });
  return (
    <div className={styles.wait}>
      {state === "inDraw" ? (
        <ClosingRing draw={draw} />
      ) : (
        <p className={styles.note}>{state === "late" ? getFailureText(view) : t("envelope:draw.round")}</p>
      )}
      <p className={styles.odds}>{write(draw.oneIn === 1 ? "envelope:draw.enough" : "envelope:draw.odds")}</p>
      <p className={styles.note}>{t("envelope:draw.place", { place: show(draw.place) })}</p>
    </div>
  );
}

const SECOND_MS = 1000;

/** It closes by itself; the seconds alone are drawn anew. Screen readers are told by the title, and not of each second. */
function ClosingRing({ draw: { closesAt, windowS } }: { draw: WaitedDraw }) {
  const { t } = useTranslation();
  const left = Math.max(1, useSecondsLeft(closesAt));
  const [style] = useState(() => {
    const leftS = (Date.parse(closesAt) - readServerTimeMs()) / SECOND_MS;
    const wholeS = Math.max(windowS, leftS);
    return { "--whole": `${wholeS}s`, "--gone": `${leftS - wholeS}s` } as CSSProperties;
  });
  return (
    <div className={styles.closing} aria-hidden="true">
      <div className={styles.ring} style={style}>
        <span className={styles.half}>
          <span className={styles.arc} />
        </span>
        <span className={styles.half}>
          <span className={styles.arc} />
        </span>
      </div>
      <p className={styles.note}>{t("envelope:draw.closesIn", { time: formatTimeLeft(left) })}</p>
    </div>
  );
}
