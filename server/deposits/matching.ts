import { type Kysely, type RawBuilder, sql } from "kysely";
import { COINS, type CoinType, type WalletType } from "#domain/coins.ts";
import { coinsOfWallet } from "#domain/coinsOfWallet.ts";
import { OPEN_STATUSES } from "#machines/lifecycle/order/orderStatuses.ts";
import type { App } from "#server/app.ts";
import { requireChain } from "#server/chains/chains.ts";
import type { Schema } from "#server/db/schema.ts";
import { selectTold } from "#server/db/selectTold.ts";
import { isTakenOver } from "./payer.ts";

/** An order that a transfer could pay. */
export interface Candidate {
  orderId: string;
  /** Base units still to pay, more than zero. */
  dueBase: bigint;
  /** Whether the transfer's sender is the wallet that should pay the order. */
  isFromItsWallet: boolean;
}

/** Other information about which order is meant. */
export interface Hints {
  /** The order whose reference the transfer carries, open or not. */
  namedOrderId: string | null;
  /**
   * The transfer carries a person's own reference, that of an order long over, or that of an order in another coin of the
   * network: it is for their balance.
   */
  isForBalance: boolean;
  /** Orders that were reported as paid by this transaction, earliest report first. */
  reportedOrderIds: readonly string[];
}

/**
 * Picks the order that a transfer pays. `candidates` are the payer's open orders that the transfer's position can still
 * pay, oldest first. A reference decides alone: a person's picks none, and so does an order's that can no longer be
 * paid. Otherwise the order is: the one a report names; else the oldest of exactly this amount; else the wallet's only
 * open order; else none, and the money goes to the balance.
 */
export function matchTransfer(
  amountBase: bigint,
  candidates: readonly Candidate[],
  { namedOrderId, isForBalance, reportedOrderIds }: Hints,
): string | null {
  if (isForBalance) return null;
  if (namedOrderId !== null) {
    return candidates.some((candidate) => candidate.orderId === namedOrderId) ? namedOrderId : null;
  }
  for (const orderId of reportedOrderIds) {
    if (candidates.some((candidate) => candidate.orderId === orderId)) return orderId;
  }
  const own = candidates.filter((candidate) => candidate.isFromItsWallet);
  const exact = own.find((candidate) => candidate.dueBase === amountBase);
  if (exact !== undefined) return exact.orderId;
  return own.length === 1 ? (own[0]?.orderId ?? null) : null;
}

/** A transfer with all that decides whose it is and which order it pays. */
export interface Matching extends Hints {
  txHash: string;
  index: number;
  amountBase: bigint;
  /** The order that was guessed for it before. */
  guessedOrderId: string | null;
  /** The owner of the order or the account that it names, else of the proven wallet that sent it. */
  payerId: bigint | null;
  candidates: readonly Candidate[];
}

/** A transfer and the order that it pays. */
export interface Match extends Matching {
  /** Null: none. */
  orderId: string | null;
  /** Base units that are to be paid of the order before it. */
  dueBase: bigint;
}

/** Matches one payer's transfers, or several payers', in their order: each with what earlier ones leave due. */
export function matchInTurn(matchings: readonly Matching[]): Match[] {
  const broughtBase = new Map<string, bigint>();
  return matchings.map((matching) => {
    const candidates = matching.candidates
      .map((candidate) => ({ ...candidate, dueBase: candidate.dueBase - (broughtBase.get(candidate.orderId) ?? 0n) }))
      .filter(({ dueBase }) => dueBase > 0n);
    const orderId = matchTransfer(matching.amountBase, candidates, matching);
    const dueBase = candidates.find((candidate) => candidate.orderId === orderId)?.dueBase ?? 0n;
    if (orderId !== null) broughtBase.set(orderId, (broughtBase.get(orderId) ?? 0n) + matching.amountBase);
    return { ...matching, orderId, dueBase };
  });
}

export type MatchedTransfers =
  /** Those that are not settled, oldest first. */
  | "unsettled"
  /** Each reading of those of them that the cursor has passed: endpoints differ on them, or did until now. */
  | "passed"
  /** Some, for the owners of their orders or wallets, or all for the person who has proven their sender. */
  | { among: readonly { txHash: string; index: number }[]; payerId?: bigint };

function isAsked(which: MatchedTransfers): RawBuilder<boolean> {
  if (which === "unsettled") return sql`t.settled_at is null`;
  if (which === "passed") {
    return sql`t.position <= (
      select c.settled_position from chain_cursor c where c.coin_type = t.coin_type
    )`;
  }
  const hashes = which.among.map(({ txHash }) => txHash);
  const indexes = which.among.map(({ index }) => index);
  return sql`(t.tx_hash, t.transfer_index) in (select * from unnest(${hashes}::text[], ${indexes}::integer[]))`;
}

/** Selects the person whom a reference names on a network, by the own one or by that of an order. */
export function selectNamed({
  walletType,
  networkId,
  reference,
  isAsked = sql`true`,
}: {
  walletType: WalletType;
  networkId: string;
  reference: RawBuilder<unknown>;
  /** Which orders, of the row `o`. */
  isAsked?: RawBuilder<unknown>;
}): RawBuilder<{ tg_user_id: bigint }> {
  const coins = sql`any (${[...coinsOfWallet(walletType)]}::text[])`;
  return sql`
    select tg_user_id from deposit_reference d
    where d.coin_type = ${coins} and d.reference = ${reference} and d.network = ${networkId}
    union all
    select tg_user_id from past_reference p
    where p.coin_type = ${coins} and p.reference = ${reference} and p.network = ${networkId}
    union all
    select tg_user_id from payment_order o
    where o.coin_type = ${coins} and ${isAsked} and o.reference = ${reference} and o.network = ${networkId}
    limit 1
  `;
}

/** One statement for all transfers, since anyone can send many small ones. */
export async function readMatchings(
  trx: Kysely<Schema>,
  app: App,
  coinType: CoinType,
  which: MatchedTransfers,
): Promise<Matching[]> {
  const networkId = requireChain(app, coinType).network.id;
  const { walletType } = COINS[coinType];
  const ownerId = sql`coalesce(n.tg_user_id, d.tg_user_id, w.tg_user_id)`;
  const given = typeof which === "string" ? undefined : which.payerId;
  const payerId = given === undefined ? ownerId : sql`${given}::bigint`;
  const { rows } = await sql<{
    tx_hash: string;
    transfer_index: number;
    amount_base: bigint;
    order_id: string | null;
    payer_id: bigint | null;
    named_order_id: string | null;
    is_for_balance: boolean;
    reported: readonly string[];
    candidates: readonly { orderId: string; dueBase: string; isFromItsWallet: boolean | null }[];
  }>`
    select t.tx_hash, t.transfer_index, t.amount_base, t.order_id, ${payerId} as payer_id,
      n.order_id as named_order_id, d.tg_user_id is not null as is_for_balance,
      coalesce((
        select json_agg(json_build_object(
          'orderId', o.order_id, 'dueBase', (o.amount_base - o.paid_base)::text,
          'isFromItsWallet', o.from_address_key = t.from_address_key
        ) order by o.created_at, o.order_id)
        from payment_order o
        where o.tg_user_id = ${payerId} and o.coin_type = t.coin_type
          and o.network = ${networkId}
          and o.status in (${sql.join(OPEN_STATUSES)})
          and (o.created_position < t.position or (o.created_position is null and o.created_at <= t.block_time))
          and o.expires_at >= t.block_time - make_interval(secs => ${app.config.orderGraceMs / 1000})
      ), '[]') as candidates,
      array(
        select r.order_id from payment_report r
        where r.coin_type = t.coin_type and r.tx_hash in (t.tx_hash, t.reported_as) order by r.reported_at, r.order_id
      ) as reported
    from ${which === "passed" ? selectTold : sql`chain_transfer`} t
    left join wallet w on w.type = ${walletType} and w.address_key = t.from_address_key
      and w.proven_at is not null and w.unbound_at is null and not ${isTakenOver(coinType, "t", "w")}
    left join payment_order n on n.coin_type = t.coin_type and n.reference = t.reference and n.network = ${networkId}
    left join lateral (${selectNamed({ walletType, networkId, reference: sql`t.reference`, isAsked: sql`o.coin_type <> t.coin_type` })}) d on true
    where t.coin_type = ${coinType} and ${isAsked(which)}
    order by t.position, t.seen_at, t.tx_hash, t.transfer_index
  `.execute(trx);
  return rows.map((row) => ({
    txHash: row.tx_hash,
    index: row.transfer_index,
    amountBase: row.amount_base,
    guessedOrderId: row.order_id,
    payerId: row.payer_id,
    namedOrderId: row.named_order_id,
    isForBalance: row.is_for_balance,
    reportedOrderIds: row.reported,
    candidates: row.candidates.map(({ orderId, dueBase, isFromItsWallet }) => ({
      orderId,
      dueBase: BigInt(dueBase),
      isFromItsWallet: isFromItsWallet === true,
    })),
  }));
}
