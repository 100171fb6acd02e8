import { useTranslation } from "react-i18next";

import { COINS, type CoinType } from "#domain/coins.ts";
import { formatAmountText } from "#domain/money/formatAmountText.ts";
import type { AutoPayoutView } from "#machines/autoPayout/autoPayout.view.ts";
import { findWholeAmount } from "#machines/withdrawal/withdrawForm.ts";
import type { WithdrawalView } from "#machines/withdrawal/withdrawal.view.ts";
import { autoPayoutFlow } from "#src/adapters/actors/autoPayout.ts";
import type { FlowProps } from "#src/adapters/actors/flow.ts";
import { payoutFeeFlow } from "#src/adapters/actors/resources.ts";
import { SecurityCodePrompt } from "#src/components/account/SecurityCodePrompt.tsx";
import { AmountField } from "#src/components/amount/AmountField.tsx";
import { Fiat, useWorthText } from "#src/components/amount/Worth.tsx";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { SwitchCell } from "#src/components/ui/SwitchCell.tsx";
import { useFlow } from "#src/hooks/useFlow.ts";

import styles from "./BelowForm.module.css";
import { PastWithdrawals } from "./PastWithdrawals.tsx";
import { WithdrawNeeds } from "./WithdrawNeeds.tsx";
import { WithdrawProblem } from "./WithdrawProblem.tsx";

/** What stands below the form, and is read after it is shown. */
export function BelowForm({ view }: { view: WithdrawalView }) {
  return (
    <>
      {(view.email === null || !view.hasSecurityCode) && <WithdrawNeeds view={view} />}
      {view.hasSecurityCode && (
        <AutoPayout coinType={view.coinType} balance={findWholeAmount(view.coinType, view.balance ?? "0")} />
      )}
      <PastWithdrawals coinType={view.coinType} />
    </>
  );
}

interface AutoPayoutProps {
  coinType: CoinType;
  /** What a withdrawal could take now, a whole-coin decimal string. */
  balance: string;
}

/** Whether what comes into the balance of a coin goes to the wallet by itself, and up to which fee. */
function AutoPayout({ coinType, balance }: AutoPayoutProps) {
  const { t } = useTranslation();
  const flow = useFlow(autoPayoutFlow, {
    input: { coinType },
    open: { type: "ui.open" },
    isDeferred: true,
  });
  if (flow === null || flow.view.state === "idle" || flow.view.state === "loading") return null;
  return (
    <>
      <Section title={t("withdraw:auto.title")}>
        <AutoPayoutSwitch {...flow} />
        {flow.view.state === "typing" && <FeeForm {...flow} balance={balance} />}
        {flow.view.failureKey !== null && (
          <div className={styles.problem}>
            <WithdrawProblem view={flow.view} />
          </div>
        )}
        <ActionButton actions={flow.view.actions} type="ui.retry" send={flow.send} variant="plain" />
      </Section>
      <SecurityCodePrompt actor={flow.actor} />
    </>
  );
}

function AutoPayoutSwitch({ view, send }: FlowProps<"autoPayout", AutoPayoutView>) {
  const { t, i18n } = useTranslation();
  const { maxFee, coinType, actions } = view;
  const worth = useWorthText({ amount: maxFee, coinType });
  const press = actions.find(({ event }) => ["ui.edit", "ui.turnOff", "ui.back"].includes(event.type));
  return (
    <SwitchCell
      label={t("withdraw:auto.label")}
      hint={
        maxFee === null
          ? t("withdraw:auto.off")
          : t("withdraw:auto.on", {
              amount: `${formatAmountText(maxFee, i18n.language)} ${COINS[coinType].ticker}${worth === null ? "" : ` (${worth})`}`,
            })
      }
      isOn={maxFee !== null}
      isBusy={press === undefined}
      onChange={() => {
        if (press !== undefined) send(press.event);
      }}
    />
  );
}

function FeeForm({ view, send, balance }: FlowProps<"autoPayout", AutoPayoutView> & Pick<AutoPayoutProps, "balance">) {
  const { t, i18n } = useTranslation();
  // What can be withdrawn now is a fair measure; where it is too little for any fee, none is named.
  const today = useFlow(payoutFeeFlow, {
    isExtra: true,
    isDeferred: true,
    input: { params: { coinType: view.coinType, amount: balance } },
    open: { type: "resource.load" },
  });
  const fee = today?.view.value?.fee ?? null;
  const worth = useWorthText({ amount: fee, coinType: view.coinType });
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        send({ type: "ui.submit" });
      }}
    >
      <AmountField
        label={t("withdraw:auto.maxFee")}
        hint={t("withdraw:auto.maxFeeHint")}
        value={view.typed}
        onChange={(value) => send({ type: "ui.type", field: "maxFee", value })}
        unit={COINS[view.coinType].ticker}
        fiat={<Fiat amount={view.typed} coinType={view.coinType} />}
        error={view.problemKey === null ? undefined : t(view.problemKey)}
        keyError={t("withdraw:auto.problem.feeFormat")}
        pasteError={t("withdraw:auto.problem.feeFormat")}
      />
      {fee !== null && (
        <p className={styles.today}>
          {t("withdraw:auto.today", {
            amount: `${formatAmountText(fee, i18n.language)} ${COINS[view.coinType].ticker}${worth === null ? "" : ` (${worth})`}`,
          })}
        </p>
      )}
      <ActionButton actions={view.actions} type="ui.submit" send={send} variant="secondary" />
      <ActionButton actions={view.actions} type="ui.back" send={send} variant="plain" />
    </form>
  );
}
