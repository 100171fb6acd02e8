import { type Kysely, sql } from "kysely";
import { COINS, type CoinType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import { nameArrival } from "#server/chains/chain.ts";
import { isConnectionLost } from "#server/db/failures.ts";
import { transact } from "#server/db/transact.ts";
import type { Schema } from "#server/db/schema.ts";
import { ACCOUNTS } from "#server/ledger/accounts.ts";
import { postMany } from "#server/ledger/postEntries.ts";
import { forgetFailures, isDue, readFailures, setAside, SHOWN_AFTER, workThrough } from "#server/outbox/failedWork.ts";
import { creditTransfers, markSettled, type TransferId } from "./credit.ts";
import { readMatchings } from "./matching.ts";
import { findCold, lockAddresses } from "./payer.ts";
import type { TransferRow } from "./storeTransfers.ts";

const JOB = "settleTransfer";
/** Transfers that are settled in a turn, booked in a transaction, and tried in a turn after they failed. */
const MOST = 5_000;
const MOST_TOGETHER = 500;
const MOST_FAILED = 100;

type SettledRow = Pick<TransferRow, "tx_hash" | "transfer_index" | "from_address_key">;

function nameTransfer({ coin_type: coinType, tx_hash: txHash, transfer_index: index }: TransferRow): string {
  return `${coinType}:${txHash}:${index}`;
}

function toId({ tx_hash: txHash, transfer_index: index }: SettledRow) {
  return { txHash, index };
}

/**
 * Settles what two endpoints list alike up to a position, the oldest in a turn: people in turn, then what is from nobody who
 * is known. A turn settles more than is listed in one, so a flood of transfers delays no payment. One for which that fails
 * is set aside, so that others are settled. Answers up to where none waits.
 */
export async function settleAgreed(app: App, coinType: CoinType, upTo: bigint): Promise<bigint> {
  const { kysely } = app.database;
  const rows = await kysely
    .selectFrom("chain_transfer")
    .selectAll()
    .where("coin_type", "=", coinType)
    .where("settled_at", "is", null)
    .where("agreed_at", "is not", null)
    .where("position", "<=", upTo)
    .where(isDue(app, JOB, sql<string>`coin_type || ':' || tx_hash || ':' || transfer_index`))
    .orderBy("position")
    .orderBy("seen_at")
    .orderBy("tx_hash")
    .orderBy("transfer_index")
    .limit(MOST)
    .execute();
  if (rows.length > 0) {
    await app.prices.read(coinType);
    const failures = await readFailures(app, JOB, rows.map(nameTransfer));
    const fresh = rows.filter((row) => !failures.has(nameTransfer(row)));
    for (const together of await groupRows(app, coinType, fresh)) await settleTogether(app, coinType, together);
    const failed = rows.filter((row) => failures.has(nameTransfer(row)));
    for (const row of failed.slice(0, MOST_FAILED)) await settleAlone(app, row);
  }
  const { waiting } = await kysely
    .selectFrom("chain_transfer")
    .select((select) => select.fn.min("position").as("waiting"))
    .where("coin_type", "=", coinType)
    .where("settled_at", "is", null)
    .where("disputed_at", "is", null)
    .where("position", "<=", upTo)
    .executeTakeFirstOrThrow();
  return waiting === null ? upTo : waiting - 1n;
}

/** By transaction: the first ones of each person, the next ones of each, then strangers'. */
async function groupRows(app: App, coinType: CoinType, rows: readonly TransferRow[]): Promise<TransferRow[][]> {
  if (rows.length === 0) return [];
  const findPayerOf = await readPayers(app.database.kysely, app, coinType, rows);
  const byPayer = Map.groupBy(rows, findPayerOf);
  const strangers = byPayer.get(null) ?? [];
  byPayer.delete(null);
  const people = [...byPayer.values()].map(split);
  const turns = Math.max(0, ...people.map(({ length }) => length));
  const inTurns = Array.from({ length: turns }, (_, turn) => people.flatMap((parts) => parts.slice(turn, turn + 1)));
  return [...inTurns.flat(), ...split(strangers)];
}

function split(rows: readonly TransferRow[]): TransferRow[][] {
  const parts = Math.ceil(rows.length / MOST_TOGETHER);
  return Array.from({ length: parts }, (_, part) => rows.slice(part * MOST_TOGETHER, (part + 1) * MOST_TOGETHER));
}

/** Answers who pays by one of these transfers; null: nobody who is known. */
async function readPayers(
  database: Kysely<Schema>,
  app: App,
  coinType: CoinType,
  rows: readonly SettledRow[],
): Promise<(row: SettledRow) => bigint | null> {
  const matchings = await readMatchings(database, app, coinType, { among: rows.map(toId) });
  const payers = new Map(matchings.map((one) => [nameArrival(one), one.payerId]));
  return (row) => payers.get(nameArrival(toId(row))) ?? null;
}

/** One by one where that fails: one of them holds up no other. */
async function settleTogether(app: App, coinType: CoinType, rows: readonly TransferRow[]): Promise<void> {
  try {
    await settleRows(app, coinType, rows);
  } catch (error) {
    if (isConnectionLost(error)) throw error;
    for (const row of rows) await settleAlone(app, row);
  }
}

/**
 * Sets a transfer aside where that fails, and books it as unmatched where that goes on while a later one was settled: it
 * waits for an operator, and holds up no other.
 */
async function settleAlone(app: App, row: TransferRow): Promise<void> {
  try {
    await settleRows(app, row.coin_type, [row]);
  } catch (error) {
    if (isConnectionLost(error)) throw error;
    if (await isHopeless(app, row, error)) await leaveUnmatched(app, row);
    return;
  }
  await forgetFailures(app, JOB, [nameTransfer(row)]);
}

/** Counts a failure. Whether it is the transfer's own fault: it failed often, and a later one was settled. */
async function isHopeless(app: App, row: TransferRow, error: unknown): Promise<boolean> {
  if ((await setAside(app, JOB, [nameTransfer(row)], error)) < SHOWN_AFTER) return false;
  const { rows } = await sql`
    select from chain_transfer
    where coin_type = ${row.coin_type} and position >= ${row.position} and settled_at is not null limit 1
  `.execute(app.database.kysely);
  return rows.length > 0;
}

async function leaveUnmatched(app: App, row: TransferRow): Promise<void> {
  const { coin_type: coinType, tx_hash: txHash } = row;
  try {
    await app.database.kysely.transaction().execute(async (trx) => {
      await bookUnmatched(trx, app, coinType, await lockAgreed(trx, coinType, [row]));
    });
  } catch (error) {
    if (isConnectionLost(error)) throw error;
    app.logger.error({ coinType, txHash, error }, "a transfer can be booked in no way");
  }
}

function settleRows(app: App, coinType: CoinType, rows: readonly SettledRow[]): Promise<void> {
  return transact(app.database.kysely, (trx) => settleInside(trx, app, coinType, rows));
}

/**
 * Books transfers that two endpoints list alike, once, inside the caller's transaction: to the owner of the order or the
 * account that one names, else to the owner of its sender, else as unmatched if nobody has proven that address, another
 * person took it over since, or operators keep money there. Few statements, however many they are: anybody can send many.
 */
export async function settleInside(
  trx: Kysely<Schema>,
  app: App,
  coinType: CoinType,
  rows: readonly SettledRow[],
): Promise<void> {
  const locked = await lockAgreed(trx, coinType, rows);
  const strangers: LockedRow[] = [];
  for (const [payerId, theirs] of await findPayers(trx, app, coinType, locked)) {
    if (payerId === null) strangers.push(...theirs);
    else {
      const findSource = (id: TransferId) => ({ account: ACCOUNTS.treasury(coinType), transactionId: nameDeposit(id) });
      await creditTransfers(trx, app, { coinType, payerId, transfers: theirs.map(toId), findSource });
    }
  }
  await bookUnmatched(trx, app, coinType, strangers);
}

type LockedRow = SettledRow & Pick<TransferRow, "amount_base">;

/** Locks senders and rows. One that is settled by now, or is from another sender, is left out. */
async function lockAgreed(
  trx: Kysely<Schema>,
  coinType: CoinType,
  rows: readonly SettledRow[],
): Promise<readonly LockedRow[]> {
  const senders = rows.map((row) => row.from_address_key);
  await lockAddresses(trx, COINS[coinType].walletType, senders);
  const { rows: locked } = await sql<LockedRow>`
    select t.tx_hash, t.transfer_index, t.from_address_key, t.amount_base
    from unnest(
      ${rows.map((row) => row.tx_hash)}::text[], ${rows.map((row) => row.transfer_index)}::integer[], ${senders}::text[]
    ) as r (tx_hash, transfer_index, from_address_key)
    join chain_transfer t on t.coin_type = ${coinType} and t.tx_hash = r.tx_hash and t.transfer_index = r.transfer_index
      and t.from_address_key = r.from_address_key
    where t.settled_at is null and t.agreed_at is not null
    order by t.tx_hash, t.transfer_index
    for update of t
  `.execute(trx);
  return locked;
}

/** Whose transfers they are, in an order that is the same for all; null: nobody's, or from where operators keep money. */
async function findPayers<Row extends SettledRow>(
  trx: Kysely<Schema>,
  app: App,
  coinType: CoinType,
  rows: readonly Row[],
): Promise<[bigint | null, Row[]][]> {
  if (rows.length === 0) return [];
  const senders = rows.map((row) => row.from_address_key);
  const cold = await findCold(trx, coinType, senders);
  const findPayerOf = await readPayers(trx, app, coinType, rows);
  const byPayer = Map.groupBy(rows, (row) => (cold.has(row.from_address_key) ? null : findPayerOf(row)));
  return [...byPayer].toSorted(([left], [right]) => Number((left ?? 0n) - (right ?? 0n)));
}

async function bookUnmatched(
  trx: Kysely<Schema>,
  app: App,
  coinType: CoinType,
  rows: readonly LockedRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const at = app.clock.now();
  await postMany(
    trx,
    rows.map(({ amount_base: amountBase, ...row }) => ({
      transactionId: nameDeposit({ coinType, ...toId(row) }),
      kind: "deposit",
      at,
      entries: [
        { account: ACCOUNTS.treasury(coinType), coinType, amountBase: -amountBase },
        { account: ACCOUNTS.unmatched(coinType), coinType, amountBase },
      ],
    })),
  );
  await markSettled(trx, coinType, { transfers: rows.map(toId), outcome: "unmatched", payerId: null, at });
}

function nameDeposit({ coinType, txHash, index }: TransferId): string {
  return `transfer:${coinType}:${txHash}:${index}`;
}

/** Credits what became unmatched because crediting it failed, where an operator has it repeated. */
export async function creditAgain(app: App, coinType: CoinType): Promise<void> {
  const { rows } = await sql<TransferRow>`
    select t.* from failed_work f
    join chain_transfer t on f.item = t.coin_type || ':' || t.tx_hash || ':' || t.transfer_index
    where f.job = ${JOB} and f.failed_at is null and f.due_at <= ${app.clock.now()}
      and t.coin_type = ${coinType} and t.outcome = 'unmatched'
  `.execute(app.database.kysely);
  if (rows.length > 0) await app.prices.read(coinType);
  for (const row of rows) {
    await workThrough(app, { job: JOB, findId: nameTransfer, perform: () => creditRow(app, row) }, [row]);
  }
}

async function creditRow(app: App, row: TransferRow): Promise<void> {
  const { coin_type: coinType, from_address_key: fromKey } = row;
  const { txHash, index } = toId(row);
  await transact(app.database.kysely, async (trx) => {
    await lockAddresses(trx, COINS[coinType].walletType, [fromKey]);
    const unmatched = await trx
      .selectFrom("chain_transfer")
      .select("tx_hash")
      .where("coin_type", "=", coinType)
      .where("tx_hash", "=", txHash)
      .where("transfer_index", "=", index)
      .where("outcome", "=", "unmatched")
      .forUpdate()
      .executeTakeFirst();
    if (unmatched === undefined) return;
    const [[payerId] = [null]] = await findPayers(trx, app, coinType, [row]);
    if (payerId === null) return;
    const source = { account: ACCOUNTS.unmatched(coinType), transactionId: `proof:${nameTransfer(row)}` };
    await creditTransfers(trx, app, { coinType, payerId, transfers: [{ txHash, index }], findSource: () => source });
  });
}
