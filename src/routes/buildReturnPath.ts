import type { CoinType } from "#domain/coins.ts";

interface Received {
  /** Null: the envelope was for no group, or for one that the reader may not know. */
  chatId: string | null;
  coinType: CoinType;
}

/** The form for an envelope in return: in the same coin, for the same group. */
export function buildReturnPath({ chatId, coinType }: Received): string {
  return `/sendPacket?${new URLSearchParams({ ...(chatId === null ? {} : { chatId }), coinType }).toString()}`;
}
