import { type ReactNode, useRef } from "react";
import { useTranslation } from "react-i18next";

import { COINS, type CoinType } from "#domain/coins.ts";
import { useFocusWrongField } from "#src/hooks/useFocusWrongField.ts";
import { AmountField } from "./AmountField.tsx";
import { Fiat } from "./Worth.tsx";

interface AmountFormProps {
  amount: string;
  coinType: CoinType;
  /** What is to be known before an amount is typed. */
  hint?: string | undefined;
  /** What is wrong with the amount, once the person has tried to go on. */
  problem: string | null;
  rejectedSubmits: number;
  isBusy: boolean;
  send: (event: { type: "ui.type"; field: "amount"; value: string } | { type: "ui.submit" }) => void;
  /** Below the field. */
  children?: ReactNode;
}

/** How much of a coin moves to or from a wallet. */
export function AmountForm({
  amount,
  coinType,
  hint,
  problem,
  rejectedSubmits,
  isBusy,
  send,
  children,
}: AmountFormProps) {
  const { t } = useTranslation();
  const refusal = t("withdraw:problem.amountFormat");
  const form = useRef<HTMLFormElement>(null);
  useFocusWrongField(form, rejectedSubmits);
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        send({ type: "ui.submit" });
      }}
    >
      <AmountField
        size="hero"
        label={t("withdraw:amount")}
        value={amount}
        onChange={(value) => send({ type: "ui.type", field: "amount", value })}
        unit={COINS[coinType].ticker}
        fiat={<Fiat amount={amount} coinType={coinType} />}
        hint={hint}
        error={problem}
        keyError={refusal}
        pasteError={refusal}
        disabled={isBusy}
      />
      {children}
    </form>
  );
}
