import type { Kysely } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import { readState, writeState } from "#server/db/jobState.ts";
import type { Schema } from "#server/db/schema.ts";
import { readSigned } from "./payoutRow.ts";

const nameMark = (coinType: CoinType) => `payoutsFollowed:${coinType}`;

/** Notes that every payout is booked that has landed up to a final position. */
export async function noteFollowed(database: Kysely<Schema>, coinType: CoinType, position: bigint): Promise<void> {
  await writeState(database, nameMark(coinType), String(position));
}

/** Whether every payout is booked that has landed up to a final position. */
export async function isFollowed(database: Kysely<Schema>, coinType: CoinType, position: bigint): Promise<boolean> {
  const followed = await readState(database, nameMark(coinType));
  if (followed !== null && BigInt(followed) >= position) return true;
  return (await readSigned(database, coinType)).transactions.length === 0;
}
