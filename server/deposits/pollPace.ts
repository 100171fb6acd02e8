import { sql } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import { FAST_COINS } from "#domain/fastCoins.ts";
import type { App } from "#server/app.ts";

const USUAL_MS = 1_000;
const HURRIED_MS = 500;
/** Since a payment was reported that is not settled: somebody looks at it. */
const HURRY_MS = 120_000;

/** Time until a chain is read again. One reading serves all orders, so their number changes nothing. */
export async function readPollPace({ database, clock }: App, coinType: CoinType): Promise<number> {
  if (!FAST_COINS.has(coinType)) return USUAL_MS;
  const since = new Date(clock.now().getTime() - HURRY_MS);
  const { rows } = await sql`
    select from payment_report r join payment_order o on o.order_id = r.order_id
    where r.coin_type = ${coinType} and r.reported_at > ${since} and o.settled_at is null limit 1
  `.execute(database.kysely);
  return rows.length > 0 ? HURRIED_MS : USUAL_MS;
}
