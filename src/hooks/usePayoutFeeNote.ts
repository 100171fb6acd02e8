import { useTranslation } from "react-i18next";

import { COINS, type CoinType } from "#domain/coins.ts";
import { formatAmountText } from "#domain/money/formatAmountText.ts";

import { useSystemInfo } from "./useSystemInfo.ts";

/** What a withdrawal of a coin costs, and what less than that is good for. Null where the network decides, or nothing is known. */
export function usePayoutFeeNote(coinType: CoinType): string | null {
  const { t, i18n } = useTranslation();
  const coins = useSystemInfo().view.value?.payoutCoins;
  const fee = coins?.find((coin) => coin.coinType === coinType)?.fee;
  if (fee === undefined) return null;
  return t("envelope:send.payoutFee", { fee: formatAmountText(fee, i18n.language), coin: COINS[coinType].ticker });
}
