import type { CoinType } from "#domain/coins.ts";
import type { Logger } from "#server/logger.ts";

/** Warns the operator that opening any coin but TON breaks the messenger's guidelines and terms. */
export function warnOfPolicy(requestedCoins: readonly CoinType[], logger: Pick<Logger, "warn">): void {
  const others = requestedCoins.filter((coin) => coin !== "ton");
  if (others.length === 0) return;
  logger.warn(
    { setting: "COINS", reason: others.join(",") },
    "Telegram's Blockchain Guidelines allow mini-apps only TON and TON Connect, and its bot terms (7.4) forbid even a link to places where other coins are used; COINS holds others",
  );
}
