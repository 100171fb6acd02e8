import { useTranslation } from "react-i18next";

import { COINS, type CoinType } from "#domain/coins.ts";
import type { WithdrawalView } from "#machines/withdrawal/withdrawal.view.ts";
import { formatAmountText } from "#domain/money/formatAmountText.ts";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { MainAction, MainLink } from "#src/components/shell/MainAction.tsx";
import type { FlowProps } from "#src/adapters/actors/flow.ts";
import { useBalanceReturn } from "#src/hooks/useHubReturn.ts";
import { buildCodePath, buildEmailPath, buildWithdrawPath } from "#src/routes/links.ts";

/** Where nothing is left to withdraw. */
const DONE = { event: { type: "ui.done" }, labelKey: "withdraw:done", enabled: true } as const;

/** The one thing to do at each step; what a sheet or a dialog asks is answered there. */
export function WithdrawActions({ view, send }: FlowProps<"withdrawal", WithdrawalView>) {
  const { i18n } = useTranslation();
  const goBack = useBalanceReturn();
  const { actions, state, quote, coinType } = view;
  const isForm = (state === "editing" && !view.isEmpty) || (state === "quoting" && quote === null);
  const amount = quote === null ? "" : `${formatAmountText(quote.gross, i18n.language)} ${COINS[coinType].ticker}`;
  return (
    <>
      {isForm && view.nextNeed !== null && (
        <>
          <NextNeed need={view.nextNeed} coinType={coinType} />
          {/* The fee can be looked at before. */}
          <ActionButton actions={actions} type="ui.submit" send={send} variant="plain" labelKey="withdraw:seeFee" />
        </>
      )}
      {isForm && view.nextNeed === null && (
        <MainAction
          actions={actions}
          type="ui.submit"
          send={send}
          labelKey="withdraw:submit"
          isBusy={state === "quoting"}
        />
      )}
      <MainAction
        actions={actions}
        type="ui.agree"
        send={send}
        labelValues={{ amount }}
        isBusy={state === "submitting" || (state === "quoting" && quote !== null)}
      />
      <MainAction actions={actions} type="ui.openProof" send={send} />
      {state === "paid" && view.isEmpty ? (
        <MainAction actions={[DONE]} type="ui.done" send={goBack} />
      ) : (
        <MainAction actions={actions} type="ui.another" send={send} />
      )}
      {state === "outcomeUnknown" && <MainAction actions={actions} type="ui.retry" send={send} />}
    </>
  );
}

/** What is to be set before anything can be withdrawn; its page leads back here. */
function NextNeed({ need, coinType }: { need: "email" | "code"; coinType: CoinType }) {
  const { t } = useTranslation();
  const back = buildWithdrawPath(coinType);
  return need === "email" ? (
    <MainLink to={buildEmailPath(back)}>{t("withdraw:addEmail")}</MainLink>
  ) : (
    <MainLink to={buildCodePath(back)}>{t("withdraw:setCode")}</MainLink>
  );
}
