import { useTranslation } from "react-i18next";

import { COINS, type CoinType } from "#domain/coins.ts";
import { formatAmountText } from "#domain/money/formatAmountText.ts";

import { usePayoutFee } from "./useSystemInfo.ts";

/** What a withdrawal of a coin costs, and what less than that is good for. Null where the network decides, or nothing is known. */
export function usePayoutFeeNote(coinType: CoinType): string | null {
  const { t, i18n } = useTranslation();
  const fee = usePayoutFee(coinType);
  if (fee === null) return null;
  return t("envelope:send.payoutFee", { fee: formatAmountText(fee, i18n.language), coin: COINS[coinType].ticker });
}
