import { LIVE_PAYOUTS } from "#machines/lifecycle/payout/payoutStatuses.ts";
import { OPEN_STATUSES } from "#machines/lifecycle/order/orderStatuses.ts";
import { type Kysely, sql } from "kysely";
import { COIN_TYPES, COINS, type CoinType } from "#domain/coins.ts";
import { drawBelow } from "#domain/draw/drawBelow.ts";
import type { App } from "#server/app.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { Handler } from "#server/calls/handler.ts";
import { transact } from "#server/db/transact.ts";
import type { Schema } from "#server/db/schema.ts";
import { selectTold } from "#server/db/selectTold.ts";
import { ACCOUNTS, readBalance } from "#server/ledger/accounts.ts";
import { postEntries } from "#server/ledger/postEntries.ts";
import { FIRST_PSEUDONYM } from "#server/ledger/pseudonym.ts";
import { lockRankings } from "#server/rankings/sumEnded.ts";
import type { components } from "#contract/schema.d.ts";
import { formatAmount } from "#domain/money/amount.ts";
import { FREEZE_SCOPES } from "#server/limits/freezes.ts";
import { forgetPerson } from "./forgetPerson.ts";
import { hasFewLines, renameRows } from "./renameRows.ts";
import { checkSecurityCode } from "./securityCode.ts";

/**
 * Deletes the caller's account: what tells who it was is gone, and rows of money keep a number that stands for nobody,
 * from now on or, where they are many, once a job has put it there.
 * Throws notAvailable while something is owed, and as `checkSecurityCode` does.
 */
export const deleteAccount: Handler<"deleteAccount"> = async ({ user: { tgUserId }, body }, app) => {
  const checked = await checkSecurityCode(app, tgUserId, body.securityCode);
  const pseudonym = FIRST_PSEUDONYM + drawBelow(FIRST_PSEUDONYM, (length) => app.random.bytes(length));
  await transact(app.database.kysely, async (trx) => {
    await lockRankings(trx);
    if ((await lockWholly(trx, tgUserId)) !== checked) throw new ApiError("securityCodeRequired");
    if ((await findObstacles(trx, tgUserId)).length > 0) throw new ApiError("notAvailable");
    await bookLeftovers(trx, app, tgUserId, pseudonym);
    await forgetPerson(trx, { tgUserId, pseudonym, at: app.clock.now() });
    if (await hasFewLines(trx, tgUserId)) await renameRows(trx, { tgUserId, pseudonym });
  });
  return null;
};

/** Locks the person: their other calls wait, and fail once the account is gone. Returns the hash of the security code. */
async function lockWholly(trx: Kysely<Schema>, tgUserId: bigint): Promise<string | null> {
  const row = await trx
    .selectFrom("tg_user")
    .select("security_code_hash")
    .where("tg_user_id", "=", tgUserId)
    .where("leaving_as", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new ApiError("unauthorized");
  return row.security_code_hash;
}

/** A balance below what a call can name is nothing that anybody can spend. */
async function bookLeftovers(trx: Kysely<Schema>, app: App, tgUserId: bigint, pseudonym: bigint): Promise<void> {
  for (const coinType of COIN_TYPES) {
    const leftBase = await readBalance(trx, tgUserId, coinType);
    if (leftBase === 0n) continue;
    await postEntries(trx, {
      transactionId: `leftover:${pseudonym}:${coinType}`,
      kind: "leftover",
      at: app.clock.now(),
      entries: [
        { account: ACCOUNTS.user(tgUserId, coinType), coinType, amountBase: -leftBase },
        { account: ACCOUNTS.fees(coinType), coinType, amountBase: leftBase },
      ],
    });
  }
}

type Obstacle = components["schemas"]["DeletionObstacle"];

interface Row {
  kind: Obstacle["kind"];
  coin_type: CoinType | null;
  amount_base: bigint | null;
  id: string | null;
  until: Date | null;
}

/** Of each kind; whoever has more meets them when these are gone. */
const MOST = 10;

/** The least amount that a call can name, in base units: what is below it nobody can spend. */
function findUnit(coinType: CoinType): bigint {
  const { baseDecimals, decimals } = COINS[coinType];
  return 10n ** BigInt(baseDecimals - decimals);
}

/** What keeps an account from being deleted: what is owed to the person or by the person, and what an operator looks into. */
async function findObstacles(database: Kysely<Schema>, tgUserId: bigint): Promise<Obstacle[]> {
  const units = COIN_TYPES.map((coinType) => String(findUnit(coinType)));
  const walletTypes = COIN_TYPES.map((coinType) => COINS[coinType].walletType);
  const { rows } = await sql<Row>`
    with coin as (
      select * from unnest(${COIN_TYPES}::text[], ${units}::numeric[], ${walletTypes}::text[])
        as c (coin_type, unit, wallet_type)
    ),
    mine as (
      select c.coin_type, w.type, w.address_key from wallet w join coin c on c.wallet_type = w.type
      where w.tg_user_id = ${tgUserId} and w.unbound_at is null
    )
    (select 'underReview' as kind, null as coin_type, null::numeric as amount_base, null as id, null::timestamptz as until
     from frozen_scope f
     where f.scope = ${FREEZE_SCOPES.person(tgUserId)}
       or f.scope in (select 'wallet:' || type || ':' || address_key from mine)
       or f.scope in (select 'envelope:' || envelope_id from envelope where sender_id = ${tgUserId} and not is_summed)
     limit 1)
    union all
    (select 'balance', p.coin_type, p.balance_base, null, null
     from account_total p join coin c using (coin_type)
     where p.tg_user_id = ${tgUserId} and p.balance_base >= c.unit)
    union all
    (select 'envelope', coin_type, total_base - claimed_base, envelope_id, expires_at
     from envelope where sender_id = ${tgUserId} and not is_summed and status in ('open', 'expired')
     order by created_at limit ${MOST})
    union all
    (select 'claimedEnvelope', e.coin_type, null, e.envelope_id, e.expires_at
     from claim c join envelope e on e.envelope_id = c.envelope_id
     where c.tg_user_id = ${tgUserId} and e.status = 'open' and e.sender_id <> ${tgUserId}
     order by e.expires_at limit ${MOST})
    union all
    (select 'claimedEnvelope', e.coin_type, null, e.envelope_id, e.closes_at
     from draw_window d
     join entry n on n.envelope_id = d.envelope_id and n.tg_user_id = ${tgUserId} and n.round = d.round
     join envelope e on e.envelope_id = d.envelope_id
     where d.settled_at is null
     order by n.entered_at limit ${MOST})
    union all
    (select 'order', coin_type, amount_base, order_id, expires_at
     from payment_order
     where tg_user_id = ${tgUserId} and (is_opening_due or status in (${sql.join(OPEN_STATUSES)}))
     order by created_at limit ${MOST})
    union all
    (select 'payout', coin_type, gross_base - fee_base, payout_id, null
     from payout where tg_user_id = ${tgUserId} and status in (${sql.join(LIVE_PAYOUTS)})
     order by created_at limit ${MOST})
    union all
    (select distinct 'deposit', t.coin_type, t.amount_base, t.tx_hash, null::timestamptz
     from ${selectTold} t
     where (t.coin_type, t.from_address_key) in (select coin_type, address_key from mine)
       or (t.coin_type, t.reference) in (
         select coin_type, reference from deposit_reference where tg_user_id = ${tgUserId}
         union all
         select coin_type, reference from past_reference where tg_user_id = ${tgUserId})
       or t.order_id in (select order_id from payment_order where tg_user_id = ${tgUserId})
     limit ${MOST})
  `.execute(database);
  return rows.map(({ kind, coin_type: coinType, amount_base: amountBase, id, until }) => ({
    kind,
    coinType,
    amount: coinType === null || amountBase === null ? null : formatAmount(amountBase, COINS[coinType].baseDecimals),
    id,
    until: until?.toISOString() ?? null,
  }));
}

export const accountDeletion: Handler<"accountDeletion"> = async ({ user: { tgUserId } }, { database }) => ({
  obstacles: await findObstacles(database.kysely, tgUserId),
});
