import { useTranslation } from "react-i18next";

import { isAmountText } from "#domain/money/isAmountText.ts";
import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import { formatAmountText } from "#domain/money/formatAmountText.ts";
import { formatFiatText } from "#src/components/amount/formatFiatText.ts";
import { Worth } from "#src/components/amount/Worth.tsx";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import type { FlowProps } from "#src/adapters/actors/flow.ts";

import styles from "./AmountUnit.module.css";

/** What the typed amount is in the other unit, and the switch to that one. */
export function AmountUnit({ view, send }: FlowProps<"envelopeSend", EnvelopeSendView>) {
  return (
    <span className={styles.line}>
      <span>{view.dollars === null ? <CoinWorth view={view} /> : <Bought view={view} />}</span>
      <ActionButton actions={view.actions} type="ui.chooseUnit" send={send} variant="plain" />
    </span>
  );
}

/** While a decimal mark waits for its digits there is nothing to tell. */
function CoinWorth({ view: { draft } }: { view: EnvelopeSendView }) {
  const amount = draft.singleAmount ?? draft.totalAmount ?? "";
  return <Worth amount={isAmountText(amount) ? amount : null} coinType={draft.coinType} />;
}

function Bought({ view: { draft, dollars, limits } }: { view: EnvelopeSendView }) {
  const { t, i18n } = useTranslation();
  const amount = draft.singleAmount ?? draft.totalAmount ?? "";
  if (dollars?.price == null || amount === "") return null;
  return t("envelope:send.boughtAt", {
    amount: formatAmountText(amount, i18n.language),
    coin: limits.ticker,
    price: formatFiatText(dollars.price, i18n.language),
  });
}
