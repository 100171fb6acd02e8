import type { Kysely } from "kysely";
import { hashKeyed } from "#server/crypto/hashKeyed.ts";
import { readState, writeState } from "#server/db/jobState.ts";
import type { Schema } from "#server/db/schema.ts";

const STATE = "appSecrets";

/** What a secret is known by, which does not tell it. */
function nameSecret(secret: string): string {
  return hashKeyed([secret], "secret.name", "")[0].toString("hex").slice(0, 16);
}

/** Whether every secret is given under which anything may be encrypted. Null where that is not known yet. */
export async function isEverySecretGiven(
  database: Kysely<Schema>,
  secrets: readonly string[],
): Promise<boolean | null> {
  const state = await readState(database, STATE);
  if (state === null) return null;
  const given = new Set(secrets.map(nameSecret));
  return state.split(" ").every((name) => given.has(name));
}

/** Remembers that things are encrypted under these secrets, and under those known before. */
export async function rememberSecrets(database: Kysely<Schema>, secrets: readonly string[]): Promise<void> {
  const state = await readState(database, STATE);
  const names = new Set([...(state?.split(" ") ?? []), ...secrets.map(nameSecret)]);
  await writeState(database, STATE, [...names].join(" "));
}

/** Remembers that everything is encrypted under the newest one. */
export async function rememberOnly(database: Kysely<Schema>, newest: string): Promise<void> {
  await writeState(database, STATE, nameSecret(newest));
}
