import type { SnapshotFrom } from "xstate";
import type { CoinType } from "#domain/coins.ts";
import { COINS } from "#domain/coins.ts";
import { roundDownAmount } from "#domain/money/amount.ts";
import type { Failure } from "../kit/failure.ts";
import { type FailureText, toFailureText } from "../kit/failureText.ts";
import { listActions, type ViewAction } from "../kit/viewAction.ts";
import type { balancePaymentMachine, BalancePaymentEvent } from "./balancePayment.machine.ts";

type Snapshot = SnapshotFrom<typeof balancePaymentMachine>;
type Action = ViewAction<BalancePaymentEvent>;

export interface BalancePaymentView extends FailureText {
  state: Snapshot["value"];
  isBusy: boolean;
  coinType: CoinType;
  /** The balance, rounded, where it covers what is due; else null. */
  balance: string | null;
  actions: readonly Action[];
}

export function viewBalancePayment(snapshot: Snapshot): BalancePaymentView {
  const { context, value } = snapshot;
  return {
    state: value,
    isBusy: value === "reading",
    coinType: context.order.coinType,
    balance: snapshot.hasTag("covered") ? roundBalance(context) : null,
    ...toRefusal(context.failure),
    actions: listActions(snapshot, [
      {
        event: { type: "ui.pay" },
        labelKey: context.balance?.hasSecurityCode === true ? "envelope:balance.pay" : "envelope:balance.setCode",
        // The button that asked stays, for the focus to come back to.
        isWaiting: value === "askingCode",
      },
    ]),
  };
}

function roundBalance({ balance, order }: Snapshot["context"]): string | null {
  if (balance === null) return null;
  const { baseDecimals, decimals } = COINS[order.coinType];
  return roundDownAmount(balance.amount, baseDecimals, decimals);
}

/** What only the balance is refused for has words of its own. */
function toRefusal(failure: Failure | null): FailureText {
  const text = toFailureText(failure);
  if (failure?.kind !== "api") return text;
  if (failure.error === "spendingBlocked") return { ...text, failureKey: "envelope:balance.blocked" };
  if (failure.error === "insufficientBalance") return { ...text, failureKey: "envelope:balance.gone" };
  return text;
}
