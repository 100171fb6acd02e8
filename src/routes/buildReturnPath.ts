import type { CoinType } from "#domain/coins.ts";

interface Received {
  /** Null: the envelope was for no group, or for one that the reader may not know. */
  chatId: string | null;
  coinType: CoinType;
  /** What the reader got, a whole-coin decimal string; null where that is not to be sent on. */
  amount: string | null;
}

/** The form for an envelope in return: in the same coin, for the same group, with what was won. */
export function buildReturnPath({ chatId, coinType, amount }: Received): string {
  const query = { ...(chatId !== null && { chatId }), coinType, ...(amount !== null && { amount }) };
  return `/sendPacket?${new URLSearchParams(query).toString()}`;
}
