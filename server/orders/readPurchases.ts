import { sql } from "kysely";
import type { components } from "#contract/schema.d.ts";
import { COINS } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/formatAmount.ts";
import { seeTitle } from "#server/calls/person.ts";
import type { App } from "#server/app.ts";
import type { OrderRow } from "./findOrder.ts";

interface OrderContents {
  envelopeIds: string[];
  purchase: components["schemas"]["Purchase"];
}

/** What each order pays for, by order id. The envelopes of one order differ only in their chat. */
export async function readPurchases(
  app: App,
  orders: readonly Pick<OrderRow, "envelope_ids">[],
): Promise<Map<string, OrderContents>> {
  const rows = await app.database.kysely
    .selectFrom("envelope")
    .leftJoin("chat", "chat.chat_id", "envelope.chat_id")
    .select([
      "envelope.envelope_id",
      "envelope.order_id",
      "envelope.type",
      "envelope.coin_type",
      "envelope.count",
      "envelope.total_base",
      "envelope.remark",
      "envelope.chat_id",
      "chat.title",
    ])
    .where("envelope.envelope_id", "=", sql<string>`any (${orders.flatMap((order) => order.envelope_ids)}::text[])`)
    .orderBy("envelope.envelope_id")
    .execute();
  const contents = new Map<string, OrderContents>();
  for (const row of rows) {
    const titles = row.title === null || row.chat_id === null ? [] : [seeTitle(row.title, row.chat_id)];
    const known = contents.get(row.order_id);
    if (known === undefined) {
      contents.set(row.order_id, {
        envelopeIds: [row.envelope_id],
        purchase: {
          type: row.type,
          count: row.count,
          totalAmount: formatAmount(row.total_base, COINS[row.coin_type].baseDecimals),
          envelopeCount: 1,
          remark: row.remark === "" ? null : row.remark,
          chatTitles: titles,
        },
      });
      continue;
    }
    known.envelopeIds.push(row.envelope_id);
    known.purchase.envelopeCount += 1;
    known.purchase.chatTitles.push(...titles);
  }
  return contents;
}
