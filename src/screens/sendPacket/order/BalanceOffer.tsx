import { useTranslation } from "react-i18next";
import type { AnyActorRef } from "xstate";

import { viewBalancePayment } from "#machines/balancePayment/balancePayment.view.ts";
import { SecurityCodePrompt } from "#src/components/account/SecurityCodePrompt.tsx";
import { PricedAmount } from "#src/components/amount/Worth.tsx";
import { MainAction } from "#src/components/shell/MainAction.tsx";
import { Cell } from "#src/components/ui/Cell.tsx";
import { Icon } from "#src/components/ui/Icon.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { type ChildProps, useChild } from "#src/hooks/useChild.ts";
import { useFailureText } from "#src/hooks/useFailureText.ts";

import styles from "./SendOrder.module.css";

interface BalanceOfferProps {
  /** Of the order. */
  actor: AnyActorRef;
  /** The balance has paid it. */
  isPaid: boolean;
  /** No wallet can pay the order. */
  isOnlyWay: boolean;
}

/** Pays an order from the balance in the app, where that covers what is due. */
export function BalanceOffer({ actor, isPaid, isOnlyWay }: BalanceOfferProps) {
  const { t } = useTranslation();
  const payment = useChild(actor, "balancePayment", viewBalancePayment);
  if (isPaid) {
    return (
      <Section title={t("envelope:balance.title")}>
        <Cell before={<Icon name="check" />} title={t("envelope:order.status.paid")} />
      </Section>
    );
  }
  if (payment === null) return null;
  return (
    <>
      <BalanceOfferView {...payment} isOnlyWay={isOnlyWay} />
      <SecurityCodePrompt actor={payment?.actor ?? null} />
    </>
  );
}

interface BalanceOfferViewProps extends ChildProps<"balancePayment"> {
  /** No wallet can pay the order. */
  isOnlyWay: boolean;
}

/** The balance with its button, and why it did not pay or cannot. */
function BalanceOfferView({ view, send, isOnlyWay }: BalanceOfferViewProps) {
  const { t } = useTranslation();
  const getFailureText = useFailureText();
  const { actions, balance, coinType, state } = view;
  const refusal = getFailureText(view);
  const isHopeless = isOnlyWay && (state === "short" || state === "blocked");
  const isShown = balance !== null || refusal !== undefined || isHopeless;
  if (!isShown) return null;
  return (
    <Section title={t("envelope:balance.title")}>
      {balance !== null && (
        <Cell
          before={<Icon name="check" />}
          title={t("envelope:balance.enough")}
          after={<PricedAmount amount={balance} coinType={coinType} />}
        />
      )}
      {refusal !== undefined && (
        <p role="alert" className={styles.refusal}>
          {refusal}
        </p>
      )}
      {isHopeless && <p className={styles.refusal}>{t("envelope:send.noWalletOrder")}</p>}
      {balance !== null && (
        <div className={styles.pay}>
          <MainAction actions={actions} type="ui.pay" send={send} />
        </div>
      )}
    </Section>
  );
}
