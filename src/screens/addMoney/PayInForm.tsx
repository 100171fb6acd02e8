import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

import type { DepositView } from "#machines/deposit/deposit.view.ts";
import { AmountField } from "#src/components/amount/AmountField.tsx";
import { Fiat } from "#src/components/amount/Fiat.tsx";
import { formatAmountText } from "#src/components/amount/formatAmountText.ts";
import { Section } from "#src/components/ui/Section.tsx";
import type { FlowProps } from "#src/adapters/actors/flow.ts";

import { PayInNotice } from "./PayInNotice.tsx";

/** As long as a request may say an amount. */
const MAX_LENGTH = 12;

/** How much the wallet shall send. */
export function PayInForm({ view, send }: FlowProps<"deposit", DepositView>) {
  const { t, i18n } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const { coinType, ticker, problemKey } = view;
  const least = `${formatAmountText(view.minAmount, i18n.language)}\u00a0${ticker}`;
  const isWrong = problemKey !== null;
  useEffect(() => {
    // After a refusal the amount has to be corrected.
    if (isWrong) form.current?.querySelector("input")?.focus();
  }, [isWrong]);
  return (
    <>
      {view.isChanged && <PayInNotice>{t("wallet:payment.changed")}</PayInNotice>}
      <Section title={t(view.titleKey)} isPadded>
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
            value={view.amount}
            onChange={(value) => {
              send({ type: "ui.type", field: "amount", value });
            }}
            unit={ticker}
            maxLength={MAX_LENGTH}
            fiat={<Fiat amount={view.amount} coinType={coinType} />}
            error={problemKey === null ? undefined : t(problemKey, { amount: least })}
            keyError={t("withdraw:problem.amountFormat")}
            pasteError={t("withdraw:problem.amountFormat")}
          />
        </form>
      </Section>
    </>
  );
}
