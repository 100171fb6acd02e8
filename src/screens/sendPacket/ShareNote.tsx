import { useTranslation } from "react-i18next";

import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import { formatAmountText } from "#domain/money/formatAmountText.ts";
import { Icon } from "#src/components/ui/Icon.tsx";

import styles from "./ShareNote.module.css";

/** What each of the others gets. */
export function ShareNote({ view: { share, limits, roundedFrom } }: { view: EnvelopeSendView }) {
  const { t, i18n } = useTranslation();
  const coin = limits.ticker;
  const show = (amount: string) => formatAmountText(amount, i18n.language);
  if (roundedFrom !== null) {
    return (
      <output className={styles.note}>
        <Icon name="equal" sizePx={20} />
        <span>{t("envelope:send.rounded", { total: show(roundedFrom), coin })}</span>
      </output>
    );
  }
  return (
    <p className={styles.note}>
      <Icon name={share?.kind === "luck" ? "sparkle" : "equal"} sizePx={20} />
      <span>
        {share === null && t("envelope:send.equalShares")}
        {share?.kind === "exact" && t("envelope:send.eachGets", { amount: show(share.amount), coin })}
        {share?.kind === "luck" && t("envelope:send.luckDecides", { min: show(share.min), coin })}
      </span>
    </p>
  );
}
