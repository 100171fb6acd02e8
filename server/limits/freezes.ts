import type { Kysely } from "kysely";
import { COINS, type CoinType } from "#domain/coins.ts";
import type { Database } from "#server/db/database.ts";
import type { Schema } from "#server/db/schema.ts";

/** Names of what an operator can freeze. */
export const FREEZE_SCOPES = {
  all: "all",
  coin: (coinType: CoinType) => `coin:${coinType}`,
  person: (tgUserId: bigint) => `person:${tgUserId}`,
  /** The wallet is named by the key form of its address, so that two spellings of it are one scope. */
  wallet: (walletType: string, addressKey: string) => `wallet:${walletType}:${addressKey}`,
  envelope: (envelopeId: string) => `envelope:${envelopeId}`,
};

interface Spending {
  tgUserId: bigint;
  coinType: CoinType;
  /** Key form of the wallet that the money goes to; left out where it goes to none. */
  toAddressKey?: string;
}

/** The scopes that stop somebody from spending. */
export function listSpendingScopes({ tgUserId, coinType, toAddressKey }: Spending): string[] {
  const scopes = [FREEZE_SCOPES.all, FREEZE_SCOPES.coin(coinType), FREEZE_SCOPES.person(tgUserId)];
  if (toAddressKey !== undefined) scopes.push(FREEZE_SCOPES.wallet(COINS[coinType].walletType, toAddressKey));
  return scopes;
}

/** Whether an operator has frozen any of these scopes. */
export async function isFrozen(database: Kysely<Schema>, scopes: readonly string[]): Promise<boolean> {
  const found = await database
    .selectFrom("frozen_scope")
    .select("scope")
    .where("scope", "in", scopes)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** A freeze by another process is noticed within this time. */
const KEPT_MS = 1_000;

interface Reading {
  /** By the monotonic clock. */
  startedMs: number;
  scopes: Promise<ReadonlySet<string>>;
}

const readings = new WeakMap<object, Reading>();

/**
 * Whether an operator has frozen this envelope by name. The claim path asks, so a process reads the few frozen ones once a
 * second and not for each claim.
 */
export async function isEnvelopeFrozen(database: Database, envelopeId: string): Promise<boolean> {
  const { pool } = database;
  const nowMs = performance.now();
  let reading = readings.get(pool);
  if (reading === undefined || nowMs - reading.startedMs >= KEPT_MS) {
    reading = { startedMs: nowMs, scopes: readFrozenEnvelopes(database) };
    readings.set(pool, reading);
    // The next one asks again after a failure.
    reading.scopes.catch(() => readings.delete(pool));
  }
  return (await reading.scopes).has(FREEZE_SCOPES.envelope(envelopeId));
}

/** Makes the next question read again: this process has frozen or unfrozen something. */
export function forgetFrozenEnvelopes({ pool }: Database): void {
  readings.delete(pool);
}

async function readFrozenEnvelopes({ kysely }: Database): Promise<ReadonlySet<string>> {
  const rows = await kysely
    .selectFrom("frozen_scope")
    .select("scope")
    .where("scope", "like", `${FREEZE_SCOPES.envelope("")}%`)
    .execute();
  return new Set(rows.map(({ scope }) => scope));
}
