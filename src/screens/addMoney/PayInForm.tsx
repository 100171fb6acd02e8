import { useTranslation } from "react-i18next";

import type { DepositView } from "#machines/deposit/deposit.view.ts";
import { AmountForm } from "#src/components/amount/AmountForm.tsx";
import { formatAmountText } from "#domain/money/formatAmountText.ts";
import { Section } from "#src/components/ui/Section.tsx";
import type { FlowProps } from "#src/adapters/actors/flow.ts";

import { PayInNotice } from "./PayInNotice.tsx";

/** How much the wallet shall send. */
export function PayInForm({ view, send }: FlowProps<"deposit", DepositView>) {
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
