import { sql } from "kysely";
import type { App } from "#server/app.ts";
import { type Chain, nameArrival } from "#server/chains/chain.ts";
import { isConnectionLost } from "#server/db/isConnectionLost.ts";
import { type KnownFailures, readFailures } from "#server/outbox/failedWork.ts";
import type { FinalListing } from "./finalListing.ts";
import { readMatchings } from "./matching.ts";
import { nameTransfer, settleOne } from "./settleOne.ts";
import { settlePayer, settleStrangers } from "./settleTogether.ts";
import type { TransferRow } from "./transferReading.ts";

/** Transfers that are settled one by one in a turn, and of one person. */
const MOST_SINGLE = 100;
const MOST_SINGLE_OF_ONE = 3;
/** Transfers that are booked together, those of strangers in a turn, and people in a turn whose are. */
const MOST_TOGETHER = 500;
const MOST_STRANGERS = 5_000;
const MOST_PEOPLE = 100;

interface Settling {
  upTo: bigint;
  /** The hash of the block that was read at a position. */
  readRef: (position: bigint) => string | null | undefined;
  listing: FinalListing;
}

/**
 * Settles transfers that are final, a bounded number in a turn: first what somebody is waiting for, people in turn, then
 * what is from nobody who is known. A person's first ones are read again, one by one; of more of them what two endpoints
 * list alike is settled together, as strangers' is. So a flood of transfers delays no payment. Answers up to where none
 * waits, or that a block is not the one that was read.
 */
export async function settleFinal(app: App, chain: Chain, settling: Settling): Promise<bigint | "otherBlock"> {
  const { coinType } = chain;
  const { upTo, readRef } = settling;
  const rows = await app.database.kysely
    .selectFrom("chain_transfer")
    .selectAll()
    .where("coin_type", "=", coinType)
    .where("settled_at", "is", null)
    .where("position", "<=", upTo)
    .orderBy("position")
    .orderBy("seen_at")
    .orderBy("tx_hash")
    .orderBy("transfer_index")
    .execute();
  if (rows.length === 0) return upTo;
  const failures = await readFailures(app, "settleTransfer", rows.map(nameTransfer));
  const { single, people, strangers } = await sortRows(app, rows, { ...settling, failures });
  const due = single.filter((row) => !failures.isResting(nameTransfer(row)));
  for (const row of due.slice(0, MOST_SINGLE)) {
    if ((await settleOne(app, chain, row, readRef(row.position))) === "otherBlock") return "otherBlock";
  }
  for (const [payerId, all] of [...people].filter(([, further]) => further.length > 0).slice(0, MOST_PEOPLE)) {
    const together = all.slice(0, MOST_TOGETHER);
    const settle = () => settlePayer(app, { coinType, payerId, rows: together });
    if ((await settleTogether(app, chain, { rows: together, settle, settling })) === "otherBlock") return "otherBlock";
  }
  for (let first = 0; first < Math.min(strangers.length, MOST_STRANGERS); first += MOST_TOGETHER) {
    const together = strangers.slice(first, first + MOST_TOGETHER);
    const settle = () => settleStrangers(app, coinType, together);
    if ((await settleTogether(app, chain, { rows: together, settle, settling })) === "otherBlock") return "otherBlock";
  }
  return findLastSettled(app, chain, upTo);
}

/** One by one where that fails: one of them holds up no other. */
async function settleTogether(
  app: App,
  chain: Chain,
  { rows, settle, settling }: { rows: readonly TransferRow[]; settle: () => Promise<void>; settling: Settling },
): Promise<"done" | "otherBlock"> {
  try {
    await settle();
    return "done";
  } catch (error) {
    if (isConnectionLost(error)) throw error;
  }
  for (const row of rows) {
    if ((await settleOne(app, chain, row, settling.readRef(row.position))) === "otherBlock") return "otherBlock";
  }
  return "done";
}

interface Sorted {
  /** In the order in which they are settled. */
  single: TransferRow[];
  /** Further ones of each person that two endpoints list alike, those of the oldest first. */
  people: ReadonlyMap<bigint, TransferRow[]>;
  /** From nobody who is known, and listed alike by two endpoints: they need no reading of their own. */
  strangers: TransferRow[];
}

interface Sorting extends Settling {
  failures: KnownFailures;
}

async function sortRows(
  app: App,
  rows: readonly TransferRow[],
  { readRef, listing, failures }: Sorting,
): Promise<Sorted> {
  const { kysely } = app.database;
  const [{ coin_type: coinType } = { coin_type: null }] = rows;
  if (coinType === null) return { single: [], people: new Map(), strangers: [] };
  const payers = new Map(
    (await readMatchings(kysely, app, coinType, "unsettled")).map((one) => [nameArrival(one), one.payerId]),
  );
  const payerOf = (row: TransferRow) =>
    payers.get(nameArrival({ txHash: row.tx_hash, index: row.transfer_index })) ?? null;
  const agreed = rows.filter(
    (row) =>
      row.disputed_at === null &&
      !failures.has(nameTransfer(row)) &&
      row.block_ref === readRef(row.position) &&
      listing.findAgreed(row) !== null,
  );
  const aliases = agreed.flatMap((row) => listing.findAgreed(row)?.alias ?? []);
  const settledAliases = await findSettled(app, coinType, aliases);
  const alike = agreed.filter((row) => !settledAliases.has(listing.findAgreed(row)?.alias ?? ""));
  const cold = await findCold(app, coinType, alike);
  const people = new Map<bigint, TransferRow[]>();
  const strangers: TransferRow[] = [];
  const single = new Set(rows);
  for (const row of alike) {
    const payerId = payerOf(row);
    if (payerId === null) strangers.push(row);
    else if (!cold.has(row.from_address_key)) people.set(payerId, people.get(payerId)?.concat(row) ?? [row]);
  }
  for (const row of strangers) single.delete(row);
  for (const [payerId, all] of people) {
    const further = all.slice(MOST_SINGLE_OF_ONE);
    for (const row of further) single.delete(row);
    people.set(payerId, further);
  }
  return { single: takeTurns([...single], payerOf), people, strangers };
}

/** The first transfer of each person, then the second of each; at last those of nobody who is known. */
function takeTurns(rows: readonly TransferRow[], payerOf: (row: TransferRow) => bigint | null): TransferRow[] {
  const counts = new Map<bigint | null, number>();
  const turns = rows.map((row) => {
    const payerId = payerOf(row);
    const turn = counts.get(payerId) ?? 0;
    counts.set(payerId, turn + 1);
    return { row, turn: payerId === null ? rows.length + turn : turn };
  });
  return turns.toSorted((left, right) => left.turn - right.turn).map(({ row }) => row);
}

/** From which of these senders operators move money: that is nobody's, and settled one by one. */
async function findCold({ database }: App, coinType: TransferRow["coin_type"], rows: readonly TransferRow[]) {
  if (rows.length === 0) return new Set<string>();
  const senders = [...new Set(rows.map((row) => row.from_address_key))];
  const cold = await database.kysely
    .selectFrom("cold_address")
    .select("address_key")
    .where("coin_type", "=", coinType)
    .where("address_key", "in", senders)
    .execute();
  return new Set(cold.map((row) => row.address_key));
}

/** Which of these names belong to settled transfers. */
async function findSettled(app: App, coinType: TransferRow["coin_type"], hashes: readonly string[]) {
  if (hashes.length === 0) return new Set<string>();
  const { rows } = await sql<{ tx_hash: string }>`
    select tx_hash from chain_transfer
    where coin_type = ${coinType} and tx_hash = any (${hashes}::text[]) and settled_at is not null
  `.execute(app.database.kysely);
  return new Set(rows.map((row) => row.tx_hash));
}

async function findLastSettled(app: App, { coinType }: Chain, upTo: bigint): Promise<bigint> {
  const { waiting } = await app.database.kysely
    .selectFrom("chain_transfer")
    .select((select) => select.fn.min("position").as("waiting"))
    .where("coin_type", "=", coinType)
    .where("settled_at", "is", null)
    .where("position", "<=", upTo)
    .executeTakeFirstOrThrow();
  return waiting === null ? upTo : waiting - 1n;
}
