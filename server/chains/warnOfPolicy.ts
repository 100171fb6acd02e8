import type { CoinType } from "#domain/coins.ts";
import type { Logger } from "#server/logger.ts";

/** Opening another coin than TON breaks the messenger's guidelines, so the operator is warned. */
export function warnOfPolicy(requestedCoins: readonly CoinType[], logger: Pick<Logger, "warn">): void {
  const others = requestedCoins.filter((coin) => coin !== "ton");
  if (others.length === 0) return;
  logger.warn(
    { setting: "COINS", reason: others.join(",") },
    "Telegram's Blockchain Guidelines allow mini-apps only TON and TON Connect; COINS holds others",
  );
}
