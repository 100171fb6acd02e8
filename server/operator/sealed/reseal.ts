import type { Kysely } from "kysely";
import type { App } from "#server/app.ts";
import { hashKeyed, openText, sealText } from "#server/crypto/keyed.ts";
import { readState, writeState } from "#server/db/jobState.ts";
import type { Schema } from "#server/db/schema.ts";
import { ActionRefused, type ActionResult, checkDecision, type Decision, type OperatorApp } from "../decision.ts";
import { SEALED_STORES, type SealedRow, type SealedStore, type Secrets } from "./sealedStores.ts";

/** Longer than codes, pages, kept answers and links of open envelopes last that were made before the rotation. */
const UNDER_WAY_MS = 2 * 86_400_000;

interface Resealing extends OperatorApp {
  config: Secrets;
}

/**
 * Encrypts everything anew under the newest secret, row by row, and says until when the older ones are needed. It takes
 * what it finds under an older one, so one that was cut off is simply run again. It decides nothing about anybody, so it
 * leaves no entry in the log of actions. Throws ActionRefused.
 */
export async function reseal(app: Resealing, decision: Decision): Promise<ActionResult> {
  checkDecision(decision);
  const { database, clock, random, config } = app;
  if (config.appSecrets.length === 0)
    throw new ActionRefused("APP_SECRET is missing: give the newest secret and the former ones.");
  const walk = { database: database.kysely, config, now: clock.now() };
  const counts = await walkSealed(
    decision.isDryRun
      ? walk
      : {
          ...walk,
          onOlder: (store, row, text) => {
            const sealed = sealText(config[store.under], store.purpose, row.context, text, random);
            return store.replace(database.kysely, row, sealed);
          },
        },
  );
  const [older, unreadable] = [nameCounts(counts, "older"), nameCounts(counts, "unreadable")];
  const lines = [`under an older secret: ${older === "" ? "nothing" : older}`];
  if (unreadable !== "") {
    lines.push(
      `under none of the secrets given: ${unreadable}. Add the former secret to APP_SECRET and do this again.`,
    );
  } else if (older === "" || !decision.isDryRun) {
    if (!decision.isDryRun) await rememberOnly(database.kysely, config);
    lines.push(`Everything is encrypted under the newest secret. ${sayUntilWhen(clock.now())}`);
  }
  const isRepeat = older === "";
  return { isDone: !decision.isDryRun && !isRepeat, isRepeat, summary: lines.join("\n") };
}

function sayUntilWhen(now: Date): string {
  const until = new Date(now.getTime() + UNDER_WAY_MS).toISOString();
  return [
    `Once each process has had the newest first since now, the others are needed until ${until},`,
    "for codes, pages and links that are under way, and no longer.",
  ].join(" ");
}

/**
 * Warns at the start where a former secret is missing, with the number of rows that cannot be read without it. Everything
 * is read for that only where a secret is missing, or where it is not known which there were.
 */
export async function warnOfUnreadable({ database, config, clock, logger }: App): Promise<void> {
  const { kysely } = database;
  // Those of the app among them.
  const { drawSecrets: secrets } = config;
  if ((await isEverySecretGiven(kysely, secrets)) === true) return;
  const unreadable = nameCounts(await walkSealed({ database: kysely, config, now: clock.now() }), "unreadable");
  if (unreadable === "") return rememberSecrets(kysely, secrets);
  logger.warn(
    { setting: "APP_SECRET", reason: unreadable },
    "a former secret is missing: what is encrypted under it cannot be read",
  );
}

const BATCH = 500;

/** How many rows there are of a store, by what opens them. */
interface SealedCount {
  name: string;
  newest: number;
  older: number;
  unreadable: number;
}

interface Walk {
  database: Kysely<Schema>;
  config: Secrets;
  now: Date;
  /** Called for what an older secret opens. */
  onOlder?: (store: SealedStore, row: SealedRow, text: string) => Promise<void>;
}

/** Reads everything that is encrypted, a batch at a time, and says which secrets open it. */
async function walkSealed({ database, config, now, onOlder }: Walk): Promise<SealedCount[]> {
  const counts: SealedCount[] = [];
  for (const store of SEALED_STORES) {
    const count = { name: store.name, newest: 0, older: 0, unreadable: 0 };
    const secrets = config[store.under];
    let after: readonly unknown[] | null = null;
    let rows: SealedRow[];
    do {
      rows = await store.list(database, { after, limit: BATCH, now });
      for (const row of rows) {
        const text = openText(secrets.slice(1), store.purpose, row.context, row.sealed);
        if (text !== null) {
          count.older += 1;
          await onOlder?.(store, row, text);
        } else if (openText(secrets.slice(0, 1), store.purpose, row.context, row.sealed) === null)
          count.unreadable += 1;
        else count.newest += 1;
      }
      after = rows.at(-1)?.key ?? null;
    } while (rows.length === BATCH);
    counts.push(count);
  }
  return counts;
}

/** Names what there is of one kind, e.g. `12 emails, 3 passphrases`; empty where there is nothing. */
function nameCounts(counts: readonly SealedCount[], kind: "older" | "unreadable"): string {
  return counts
    .filter((count) => count[kind] > 0)
    .map((count) => `${count[kind]} ${count.name}`)
    .join(", ");
}

const STATE = "appSecrets";

/** What a secret is known by, which does not tell it. */
function nameSecret(secret: string): string {
  return hashKeyed([secret], "secret.name", "")[0].toString("hex").slice(0, 16);
}

/** Whether every secret is given under which anything may be encrypted. Null where that is not known yet. */
async function isEverySecretGiven(database: Kysely<Schema>, secrets: readonly string[]): Promise<boolean | null> {
  const state = await readState(database, STATE);
  if (state === null) return null;
  const given = new Set(secrets.map(nameSecret));
  return state.split(" ").every((name) => given.has(name));
}

/** Remembers that things are encrypted under these secrets, and under those known before. */
async function rememberSecrets(database: Kysely<Schema>, secrets: readonly string[]): Promise<void> {
  const state = await readState(database, STATE);
  const names = new Set([...(state?.split(" ") ?? []), ...secrets.map(nameSecret)]);
  await writeState(database, STATE, [...names].join(" "));
}

/** Remembers that everything is encrypted under the newest ones. */
async function rememberOnly(database: Kysely<Schema>, { appSecrets, drawSecrets }: Secrets): Promise<void> {
  const newest = new Set([...appSecrets.slice(0, 1), ...drawSecrets.slice(0, 1)]);
  await writeState(database, STATE, [...newest].map(nameSecret).join(" "));
}
