import type { Kysely, Selectable } from "kysely";
import { COINS } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/formatAmount.ts";
import type { App } from "#server/app.ts";
import type { Schema } from "#server/db/schema.ts";
import { queueNews } from "#server/messenger/queueNotification.ts";

type Opened = Pick<Selectable<Schema["envelope"]>, "envelope_id" | "sender_id" | "coin_type" | "total_base" | "count">;

/** Queues the message that the envelopes of an order are live: one, however many there are. */
export async function tellOpened(
  trx: Kysely<Schema>,
  app: Pick<App, "clock" | "random">,
  orderId: string,
  opened: readonly Opened[],
): Promise<void> {
  const [first, ...others] = opened;
  if (first === undefined) return;
  const { envelope_id: envelopeId, sender_id: tgUserId, coin_type: coinType } = first;
  const totalBase = opened.reduce((sum, envelope) => sum + envelope.total_base, 0n);
  const amount = formatAmount(totalBase, COINS[coinType].baseDecimals);
  if (others.length === 0) {
    const params = { envelopeId, amount, coinType, count: String(first.count) };
    await queueNews(trx, app, { about: envelopeId, tgUserId, kind: "live", params });
  } else {
    const params = { orderId, amount, coinType, count: String(opened.length) };
    await queueNews(trx, app, { about: orderId, tgUserId, kind: "allLive", params });
  }
}
