import { useTranslation } from "react-i18next";

import { COINS } from "#domain/coins.ts";
import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import { Amount } from "#src/components/amount/Amount.tsx";
import { formatAmountText } from "#src/components/amount/formatAmountText.ts";
import { Worth } from "#src/components/amount/Worth.tsx";
import { MainAction } from "#src/components/shell/MainAction.tsx";
import type { FlowProps } from "#src/adapters/actors/flow.ts";

import styles from "./SendFormFooter.module.css";

/** What it costs, and the button. */
export function SendFormFooter({ view, send }: FlowProps<"envelopeSend", EnvelopeSendView>) {
  const { t, i18n } = useTranslation();
  const format = (amount: string) => formatAmountText(amount, i18n.language);
  const { totalEach, chatIds, limits, share, total, draft, state } = view;
  return (
    <>
      {chatIds.length > 1 && (
        <p className={styles.several}>
          <span>{t("envelope:multi.count", { count: chatIds.length })}</span>
          {totalEach !== null && (
            <span>
              {t("envelope:multi.each", {
                amount: format(totalEach),
                coin: limits.ticker,
              })}
            </span>
          )}
        </p>
      )}
      <p className={styles.shares}>
        {total === null
          ? view.isWalletMissing &&
            t("envelope:send.walletMissing", { coin: limits.ticker, wallet: COINS[draft.coinType].label })
          : share !== null &&
            t(`envelope:send.summary.${share.kind}`, {
              shares: format(draft.count),
              amount: format(share.kind === "exact" ? share.amount : share.min),
              coin: limits.ticker,
            })}
      </p>
      <div className={styles.total}>
        {state === "checkingBalance" || state === "submitting" ? (
          <output>{t(`envelope:send.state.${state}`)}</output>
        ) : (
          <span>{t("envelope:send.total")}</span>
        )}
        {total !== null && (
          <span className={styles.sum}>
            <Amount amount={total} coinType={draft.coinType} size="large" />{" "}
            <span className={styles.worth}>
              <Worth amount={total} coinType={draft.coinType} />
            </span>
          </span>
        )}
      </div>
      <MainAction
        actions={view.actions}
        type="ui.submit"
        send={send}
        labelKey="envelope:send.submit"
        isBusy={view.isBusy}
      />
    </>
  );
}
