import type { ComponentType, ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import { COINS } from "#domain/coins.ts";
import { formatAmountText } from "#domain/money/formatAmountText.ts";
import type { DepositView } from "#machines/deposit/deposit.view.ts";
import { viewWalletConnection } from "#machines/walletConnection/walletConnection.view.ts";
import type { WalletKind } from "#machines/walletConnection/walletKind.ts";
import { depositFlow } from "#src/adapters/actors/deposit.ts";
import type { StartedFlow } from "#src/adapters/actors/flow.ts";
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
import { WalletConnectionActions } from "#src/screens/unPaymentList/WalletControls.tsx";

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

interface StepProps extends StartedFlow<"deposit", DepositView> {
  /** The terms. */
  children: ReactNode;
}

const SHOWN = {
  closed: ({ children }) => children,
  asking: PayInForm,
  connecting: Connecting,
  reviewing: PayInReview,
  checking: PayInReview,
  paying: InWallet,
  sent: Sent,
  unanswered: Unanswered,
  failed: Failed,
} satisfies Record<DepositView["state"], ComponentType<StepProps>>;

/** Money that a connected wallet sends: a button below the terms, and in their place the steps once it is pressed. */
function PayInSteps({ info, walletKind, arrived, children }: PayInProps & { walletKind: WalletKind }) {
  const flow = useFlow(depositFlow, { flowKey: info.coinType, input: { info, walletKind } });
  const back = flow?.view.actions.find(({ event: { type } }) => type === "ui.back" || type === "ui.close");
  useBack(back && (() => flow?.send(back.event)));
  const write = useWrite();
  if (flow === null) return arrived;
  const { view, send } = flow;
  const { actions, state } = view;
  if (arrived !== null && (state === "closed" || state === "sent" || state === "unanswered")) return arrived;
  const Shown = SHOWN[state];
  return (
    <>
      <Shown {...flow}>{children}</Shown>
      <MainAction actions={actions} type="ui.open" send={send} />
      <MainAction actions={actions} type="ui.submit" send={send} />
      <MainAction
        actions={actions}
        type="ui.pay"
        send={send}
        labelKey="wallet:payment.pay"
        labelValues={{ amount: write(view, view.amount) }}
        isBusy={state === "checking"}
      />
      <MainAction actions={actions} type="ui.retry" send={send} />
      <ActionButton actions={actions} type="ui.again" send={send} variant="secondary" />
      <ActionButton actions={actions} type="ui.back" send={send} variant="plain" />
      <ActionButton actions={actions} type="ui.close" send={send} variant="plain" />
    </>
  );
}

/** Writes an amount with its coin. */
function useWrite() {
  const { i18n } = useTranslation();
  return ({ ticker }: DepositView, amount: string) => `${formatAmountText(amount, i18n.language)}\u00a0${ticker}`;
}

function Connecting({ actor, view }: StepProps) {
  const connection = useChild(actor, "walletConnection", viewWalletConnection);
  return connection === null ? null : (
    <>
      <WalletConnection {...connection} purpose="payment" networkName={view.networkName} owner={null} />
      <WalletConnectionActions {...connection} />
    </>
  );
}

function InWallet({ view: { titleKey, isWalletSlow } }: StepProps) {
  const { t } = useTranslation();
  return (
    <Outcome
      icon="wallet"
      tone={isWalletSlow ? "warn" : "gold"}
      isWaiting
      title={t(titleKey)}
      text={t(isWalletSlow ? "withdraw:payIn.slowText" : "wallet:payment.inWalletText")}
    />
  );
}

function Sent({ view }: StepProps) {
  const { t } = useTranslation();
  return <Outcome icon="sent" tone="gold" title={t(view.titleKey)} text={t("withdraw:payIn.sentText")} />;
}

function Unanswered({ view }: StepProps) {
  const { t } = useTranslation();
  const amount = useWrite()(view, view.askedAmount ?? "");
  const text = t("withdraw:payIn.unansweredText", { amount });
  return <Outcome icon="warning" tone="warn" title={t(view.titleKey)} text={text} />;
}

function Failed({ view }: StepProps) {
  const { t } = useTranslation();
  const text = joinSentences(useFailureText()(view) ?? false, t("wallet:payment.money.nothing"));
  return <Outcome icon="warning" tone="bad" title={t(view.titleKey)} text={text} />;
}

/** How much the wallet shall send. */
function PayInForm({ view, send }: StepProps) {
  const { t } = useTranslation();
  const { amount, coinType, problemKey } = view;
  const least = useWrite()(view, view.minAmount);
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
function PayInReview({ view }: StepProps) {
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
