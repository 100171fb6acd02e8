import type { Database } from "#server/db/database.ts";
import { FREEZE_SCOPES } from "./freezeScopes.ts";

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
