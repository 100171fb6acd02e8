import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import { COINS } from "#domain/coins.ts";
import { formatAmountText } from "#domain/money/formatAmountText.ts";
import type { DepositView } from "#machines/deposit/deposit.view.ts";
import type { WalletKind } from "#machines/walletConnection/walletConnection.machine.ts";
import { viewWalletConnection } from "#machines/walletConnection/walletConnection.view.ts";
import { depositFlow } from "#src/adapters/actors/deposit.ts";
import type { FlowProps } from "#src/adapters/actors/flow.ts";
import { MESSENGER_WALLET_KINDS } from "#src/adapters/wallets/messengerWalletKinds.ts";
import { AmountForm } from "#src/components/amount/AmountForm.tsx";
import { HeroAmount } from "#src/components/amount/HeroAmount.tsx";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { MainAction } from "#src/components/shell/MainAction.tsx";
import { Address } from "#src/components/ui/Address.tsx";
import { Icon } from "#src/components/ui/Icon.tsx";
import { Outcome } from "#src/components/ui/Outcome.tsx";
import { Paper } from "#src/components/ui/Paper.tsx";
import { ReceiptRow } from "#src/components/ui/ReceiptRow.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { joinSentences } from "#src/format/joinSentences.ts";
import { useBack } from "#src/hooks/useBack.ts";
import { useChild } from "#src/hooks/useChild.ts";
import { useFailureText } from "#src/hooks/useFailureText.ts";
import { useFlow } from "#src/hooks/useFlow.ts";
import course from "#src/screens/unPaymentList/PaymentCourse.module.css";
import receipt from "#src/screens/unPaymentList/Receipt.module.css";
import { WalletConnection } from "#src/screens/unPaymentList/WalletConnection.tsx";
import { WalletConnectionActions } from "#src/screens/unPaymentList/WalletConnectionActions.tsx";

export interface PayInProps {
  info: components["schemas"]["DepositInfo"];
  /** What came while the page was open: in place of all that waits for money, and of nothing that is being done. */
  arrived: ReactNode;
  /** The terms, until a wallet is to pay. */
  children: ReactNode;
}

/** The terms, where a wallet of the coin can be connected with a way to pay in by it. */
export function PayIn({ info, arrived, children }: PayInProps) {
  const walletKind = MESSENGER_WALLET_KINDS[COINS[info.coinType].walletType];
  if (walletKind === undefined) return arrived ?? children;
  return (
    <PayInSteps info={info} arrived={arrived} walletKind={walletKind}>
      {children}
    </PayInSteps>
  );
}

/** Money that a connected wallet sends: a button below the terms, and in their place the steps once it is pressed. */
function PayInSteps({ info, walletKind, arrived, children }: PayInProps & { walletKind: WalletKind }) {
  const { t, i18n } = useTranslation();
  const getFailureText = useFailureText();
  const flow = useFlow(depositFlow, { flowKey: info.coinType, input: { info, walletKind } });
  const connection = useChild(flow?.actor ?? null, "walletConnection", viewWalletConnection);
  const back = flow?.view.actions.find(({ event: { type } }) => type === "ui.back" || type === "ui.close");
  useBack(
    back &&
      (() => {
        flow?.send(back.event);
      }),
  );
  if (flow === null) return arrived;
  const { view, send } = flow;
  const { actions, state } = view;
  if (arrived !== null && (state === "closed" || state === "sent" || state === "unanswered")) return arrived;
  if (state === "connecting") {
    return connection === null ? null : (
      <>
        <WalletConnection {...connection} purpose="payment" networkName={view.networkName} owner={null} />
        <WalletConnectionActions {...connection} />
      </>
    );
  }
  const write = (amount: string) => `${formatAmountText(amount, i18n.language)}\u00a0${view.ticker}`;
  const title = t(view.titleKey);
  return (
    <>
      {state === "closed" && children}
      {state === "asking" && <PayInForm view={view} send={send} />}
      {(state === "reviewing" || state === "checking") && <PayInReview view={view} />}
      {state === "paying" && (
        <Outcome
          icon="wallet"
          tone={view.isWalletSlow ? "warn" : "gold"}
          isWaiting
          title={title}
          text={t(view.isWalletSlow ? "withdraw:payIn.slowText" : "wallet:payment.inWalletText")}
        />
      )}
      {state === "sent" && <Outcome icon="sent" tone="gold" title={title} text={t("withdraw:payIn.sentText")} />}
      {state === "unanswered" && (
        <Outcome
          icon="warning"
          tone="warn"
          title={title}
          text={t("withdraw:payIn.unansweredText", { amount: write(view.askedAmount ?? "") })}
        />
      )}
      {state === "failed" && (
        <Outcome
          icon="warning"
          tone="bad"
          title={title}
          text={joinSentences(getFailureText(view) ?? false, t("wallet:payment.money.nothing"))}
        />
      )}
      <MainAction actions={actions} type="ui.open" send={send} />
      <MainAction actions={actions} type="ui.submit" send={send} />
      <MainAction
        actions={actions}
        type="ui.pay"
        send={send}
        labelKey="wallet:payment.pay"
        labelValues={{ amount: write(view.amount) }}
        isBusy={state === "checking"}
      />
      <MainAction actions={actions} type="ui.retry" send={send} />
      <ActionButton actions={actions} type="ui.again" send={send} variant="secondary" />
      <ActionButton actions={actions} type="ui.back" send={send} variant="plain" />
      <ActionButton actions={actions} type="ui.close" send={send} variant="plain" />
    </>
  );
}

/** How much the wallet shall send. */
function PayInForm({ view, send }: FlowProps<"deposit", DepositView>) {
  const { t, i18n } = useTranslation();
  const { amount, coinType, problemKey } = view;
  const least = `${formatAmountText(view.minAmount, i18n.language)}\u00a0${view.ticker}`;
  return (
    <>
      {view.isChanged && <PayInNotice>{t("wallet:payment.changed")}</PayInNotice>}
      <Section title={t(view.titleKey)} isPadded>
        <AmountForm
          amount={amount}
          coinType={coinType}
          problem={problemKey === null ? null : t(problemKey, { amount: least })}
          rejectedSubmits={view.rejectedSubmits}
          isBusy={view.isBusy}
          send={send}
        />
      </Section>
    </>
  );
}

/** What the wallet will be asked to send, to be agreed to. */
function PayInReview({ view }: { view: DepositView }) {
  const { t } = useTranslation();
  const failure = useFailureText()(view);
  return (
    <>
      {failure !== undefined && <PayInNotice>{failure}</PayInNotice>}
      <Paper isScalloped>
        <dl>
          <div className={receipt.head}>
            <dt className={receipt.caption}>{t("wallet:payment.amount")}</dt>
            <dd className={receipt.due}>
              <HeroAmount amount={view.amount} coinType={view.coinType} />
            </dd>
          </div>
          <ReceiptRow label={t("wallet:payment.network")}>{view.networkName}</ReceiptRow>
          <ReceiptRow label={t("wallet:payment.from")} isWide>
            <Address address={view.from ?? ""} />
          </ReceiptRow>
          <ReceiptRow label={t("wallet:payment.to")} isWide>
            <Address address={view.to} />
          </ReceiptRow>
          <ReceiptRow label={t("withdraw:add.comment")} isWide>
            <span translate="no">{view.reference}</span>
          </ReceiptRow>
        </dl>
      </Paper>
    </>
  );
}

/** Why the person is back at a step. */
function PayInNotice({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className={course.changed}>
      <Icon name="warning" sizePx={20} />
      <span>{children}</span>
    </p>
  );
}
