import { Suspense } from "react";
import { useTranslation } from "react-i18next";

import { findFirstAmount } from "#domain/address/findFirstAmount.ts";
import { COINS } from "#domain/coins.ts";
import { formatAmountText } from "#domain/money/formatAmountText.ts";
import type { WithdrawalView } from "#machines/withdrawal/withdrawal.view.ts";
import type { FlowProps } from "#src/adapters/actors/flow.ts";
import { AmountForm } from "#src/components/amount/AmountForm.tsx";
import { PricedAmount } from "#src/components/amount/Worth.tsx";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { lazyPart } from "#src/components/shell/lazyPart.tsx";
import { Address } from "#src/components/ui/Address.tsx";
import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { Cell } from "#src/components/ui/Cell.tsx";
import { Empty } from "#src/components/ui/Empty.tsx";
import { Icon } from "#src/components/ui/Icon.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { usePayoutFee } from "#src/hooks/useSystemInfo.ts";
import { buildBindingPath, buildWithdrawPath } from "#src/routes/links.ts";

import styles from "./WithdrawForm.module.css";
import { WithdrawProblem } from "./WithdrawProblem.tsx";

/** Few are paused. */
const { Part: SpendingBlocks } = lazyPart(
  async () => (await import("#src/components/account/SpendingBlocks.tsx")).SpendingBlocks,
);

/** The form is there without it. */
const { Part: BelowForm } = lazyPart(async () => (await import("./BelowForm.tsx")).BelowForm);

/** How much, and to which wallet, between what stands above it and what is read after it. */
export function WithdrawForm({ view, send }: FlowProps<"withdrawal", WithdrawalView>) {
  return (
    <>
      {view.spendingBlocks.length > 0 && <SpendingBlocks blocks={view.spendingBlocks} />}
      {view.isEmpty ? <NothingToWithdraw /> : <Fields view={view} send={send} />}
      {view.state === "editing" && (
        <Suspense>
          <BelowForm view={view} />
        </Suspense>
      )}
    </>
  );
}

function NothingToWithdraw() {
  const { t } = useTranslation();
  return (
    <Empty
      title={t("withdraw:empty.title")}
      text={t("withdraw:empty.text")}
      action={
        <ButtonLink to="/getPacket" variant="secondary">
          {t("withdraw:empty.claim")}
        </ButtonLink>
      }
    />
  );
}

function Fields({ view, send }: FlowProps<"withdrawal", WithdrawalView>) {
  const { t, i18n } = useTranslation();
  const { coinType, wallet } = view;
  const fee = usePayoutFee(coinType);
  const name = (amount: string) => `${formatAmountText(amount, i18n.language)}\u00a0${COINS[coinType].ticker}`;
  return (
    <>
      <Section isPadded>
        <AmountForm
          amount={view.amount}
          coinType={coinType}
          hint={fee === null ? undefined : t("withdraw:ownFee.note", { fee: name(fee) })}
          problem={
            view.problemKey === null ? null : t(view.problemKey, { amount: name(findFirstAmount(coinType) ?? "0") })
          }
          rejectedSubmits={view.rejectedSubmits}
          isBusy={view.isBusy}
          send={send}
        >
          <p className={styles.balance}>
            <span className={styles.label}>{t("withdraw:balance")}</span>
            <PricedAmount amount={view.balance} coinType={coinType} />
            <ActionButton actions={view.actions} type="ui.takeAll" send={send} variant="secondary" isInline />
          </p>
        </AmountForm>
      </Section>
      {wallet !== null && (
        <Section title={t("withdraw:to")}>
          <Cell
            before={<Icon name="wallet" />}
            title={<Address address={wallet.address} isShort />}
            to={buildBindingPath(buildWithdrawPath(coinType), COINS[coinType].walletType)}
          />
        </Section>
      )}
      <WithdrawProblem view={view} />
    </>
  );
}
