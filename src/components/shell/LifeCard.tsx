import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import { COINS, type CoinType } from "#domain/coins.ts";
import { type LifeChart, type LifeStepView, viewLife } from "#machines/lifecycle/viewLife.ts";
import { formatAmountText } from "#domain/money/formatAmountText.ts";
import { Section } from "#src/components/ui/Section.tsx";
import { Timeline } from "#src/components/ui/Timeline.tsx";
import { formatTime } from "#src/format/formatTime.ts";

import styles from "./LifeCard.module.css";

export interface LifeCardProps {
  chart: LifeChart;
  coinType: CoinType;
  life: components["schemas"]["Life"];
  /** The owner ended the envelope before its time. */
  isEndedEarly?: boolean;
}

/** Where the owner's money is: the states of an envelope, order or payout with their times, and what comes next. */
export function LifeCard({ chart, coinType, life, isEndedEarly = false }: LifeCardProps) {
  const { t, i18n } = useTranslation();
  const { steps, sums } = viewLife(chart, life, isEndedEarly);
  const title = t("life:title");
  return (
    <Section title={title} isPadded>
      <Timeline
        label={title}
        items={steps.map((step) => ({
          text: t(step.labelKey),
          time: tellTime(step, t, i18n.language),
          mark: step.mark,
        }))}
      />
      {sums !== null && <Sums sums={sums} coinType={coinType} />}
    </Section>
  );
}

function tellTime({ mark, at }: LifeStepView, t: TFunction, language: string): string {
  const time = at === null ? null : formatTime(at, language);
  if (mark === "next") return time === null ? t("life:next") : t("life:by", { time });
  return time ?? t("life:unknown");
}

function Sums({ sums, coinType }: { sums: components["schemas"]["LifeSums"]; coinType: CoinType }) {
  const { t, i18n } = useTranslation();
  const name = (amount: string) => formatAmountText(amount, i18n.language);
  return (
    <details className={styles.sums}>
      <summary>{t("envelope:details.technical")}</summary>
      <p>
        {t("life:sum", {
          funded: `${name(sums.funded)}\u00a0${COINS[coinType].ticker}`,
          claimed: name(sums.claimed),
          remaining: name(sums.remaining),
          refunded: name(sums.refunded),
        })}
      </p>
    </details>
  );
}
