import type { RangeReading } from "./chain.ts";

/**
 * What several endpoints have in a range together: what one of them leaves out counts all the same, and what one of them
 * can read is not set aside.
 */
export function uniteReadings(readings: readonly RangeReading[]): RangeReading {
  const transfers = new Map<string, RangeReading["transfers"][number]>();
  for (const transfer of readings.flatMap((reading) => reading.transfers)) {
    const key = `${transfer.txHash} ${transfer.index}`;
    if (!transfers.has(key)) transfers.set(key, transfer);
  }
  const [first, ...others] = readings;
  const isUnreadInAll = (txHash: string) =>
    others.every(({ unread }) => unread.some((transaction) => transaction.txHash === txHash));
  return {
    transfers: [...transfers.values()],
    unread: first?.unread.filter(({ txHash }) => isUnreadInAll(txHash)) ?? [],
  };
}
