import { useId } from "react";
import { useTranslation } from "react-i18next";

import type { CoinType } from "#domain/coins.ts";
import { convertAmount } from "#domain/price.ts";
import { priceFlow } from "#src/adapters/actors/price.ts";
import { useFlow } from "#src/hooks/useFlow.ts";

import { formatFiatText } from "./formatFiatText.ts";

const DECIMAL = /^(?:0|[1-9][0-9]*)(?:\.[0-9]{1,18})?$/;

interface FiatProps {
  /** Whole-coin decimal text, also one that is being typed; null is not known. */
  amount: string | null;
  coinType: CoinType;
}

/** What an amount is worth, and a dash where no price is known. Nothing while the price is on its way. */
export function Fiat({ amount, coinType }: FiatProps) {
  return <PricedFiat key={coinType} amount={amount} coinType={coinType} />;
}

function PricedFiat({ amount, coinType }: FiatProps) {
  const { t, i18n } = useTranslation();
  const flow = useFlow(priceFlow, {
    flowKey: useId(),
    isExtra: true,
    input: { params: { coinType } },
    isDeferred: true,
    open: { type: "resource.load" },
  });
  // A decimal mark at the end waits for its digits.
  const settled = amount?.replace(/\.$/u, "") ?? "";
  if (flow === null || flow.view.status === "loading" || !DECIMAL.test(settled)) return null;
  const worth = convertAmount(settled, flow.view.value?.price ?? "0");
  return worth === null ? (
    <>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{t("app:amountUnknown")}</span>
    </>
  ) : (
    <>≈ {formatFiatText(worth, i18n.language)}</>
  );
}
