import { useTranslation } from "react-i18next";

import { COINS, type CoinType } from "#domain/coins.ts";
import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import { Amount } from "#src/components/amount/Amount.tsx";
import { formatAmountText } from "#domain/money/formatAmountText.ts";
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
            draft.count !== "" &&
            t(`envelope:send.summary.${share.kind}`, {
              count: Number(draft.count),
              amount: format(share.kind === "exact" ? share.amount : share.min),
              coin: limits.ticker,
            })}
      </p>
      {state === "checkingBalance" || state === "submitting" ? (
        <div className={styles.total}>
          <output>{t(`envelope:send.state.${state}`)}</output>
          {total !== null && <Sum total={total} coinType={draft.coinType} />}
        </div>
      ) : (
        total !== null && (
          <div className={styles.total}>
            <span>{t("envelope:send.total")}</span>
            <Sum total={total} coinType={draft.coinType} />
          </div>
        )
      )}
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

function Sum({ total, coinType }: { total: string; coinType: CoinType }) {
  return (
    <span className={styles.sum}>
      <Amount amount={total} coinType={coinType} size="large" />{" "}
      <span className={styles.worth}>
        <Worth amount={total} coinType={coinType} />
      </span>
    </span>
  );
}
