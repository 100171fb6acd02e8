import type { Selectable } from "kysely";
import { hash } from "node:crypto";
import { type DrawKey, type DrawKeyBody, nameKey } from "#domain/draw/drawKey.ts";
import { hashBody } from "#domain/draw/isSignedBody.ts";
import type { App } from "#server/app.ts";
import type { Handler } from "#server/calls/handler.ts";
import { cacheFor } from "#server/chains/cacheFor.ts";
import { readSeed, readSigningKey } from "#server/crypto/ed25519.ts";
import { hashKeyed, openText, sealText } from "#server/crypto/keyed.ts";
import type { Schema } from "#server/db/schema.ts";
import { keepPerBot } from "#server/messenger/botApi.ts";

/** What signs the receipts and roots of a month. */
export interface DrawSigner {
  keyId: string;
  /** Of the canonical JSON of a body; hex. */
  sign(canonicalJson: string): Promise<string>;
  /** What hides whose entry a receipt is, hex of 16 bytes: always the same of one entry. */
  makeNonce(entryId: string): string;
}

type KeyRow = Selectable<Schema["draw_key"]>;

const NONCE_BYTES = 16;
const KEPT_MS = 60_000;
const MOST_KEPT = 24;

/**
 * The key of the month in which something is signed, so that whatever process tells it again signs it alike. It is made with
 * its first use. Null where the secret that it is encrypted under is missing.
 */
export function findSigner(app: App, at: Date): Promise<DrawSigner | null> {
  return findSigners(app)(monthOf(at).toISOString());
}

const findSigners = keepPerBot((app) => cacheFor(KEPT_MS, MOST_KEPT, (month) => openSigner(app, new Date(month))));

function monthOf(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth()));
}

async function openSigner(app: App, validFrom: Date): Promise<DrawSigner | null> {
  const { seed_sealed: sealed } = await provideKey(app, validFrom);
  const seed = openText(app.config.drawSecrets, "drawKey.seal", validFrom.toISOString(), sealed);
  if (seed === null) return null;
  const key = readSeed(Buffer.from(seed, "hex"));
  return {
    keyId: nameKey(key.publicKey.toString("hex")),
    // As domain's `hashBody`, which takes three times as long: people come by the thousand.
    sign: (canonicalJson) => key.signAside(hash("sha256", canonicalJson, "hex")),
    makeNonce: (entryId) => hashKeyed([seed], "receipt.nonce", entryId)[0].subarray(0, NONCE_BYTES).toString("hex"),
  };
}

/** The stored key of a month: of several processes that make it at once, the first one's. */
async function provideKey(app: App, validFrom: Date): Promise<KeyRow> {
  const { kysely } = app.database;
  const stored = kysely.selectFrom("draw_key").selectAll().where("valid_from", "=", validFrom);
  const row = await stored.executeTakeFirst();
  if (row === undefined) {
    const made = makeKey(app, validFrom);
    await kysely
      .insertInto("draw_key")
      .values(made)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return stored.executeTakeFirstOrThrow();
  }
  const certified = row.certificate === null ? certify(app, row) : null;
  if (certified === null) return row;
  const update = kysely.updateTable("draw_key").set(certified).where("valid_from", "=", validFrom);
  await update.where("certificate", "is", null).execute();
  return row;
}

/** A database that was restored without it gets the same one again. */
function makeKey(app: App, validFrom: Date): KeyRow {
  const { config, random } = app;
  const month = validFrom.toISOString();
  const seed = hashKeyed(config.drawSecrets.slice(0, 1), "drawKey.make", month)[0].toString("hex");
  const { publicKey } = readSigningKey(seed);
  const validUntil = new Date(Date.UTC(validFrom.getUTCFullYear(), validFrom.getUTCMonth() + 1));
  const made = { valid_from: validFrom, valid_until: validUntil, public_key: publicKey };
  return {
    ...made,
    seed_sealed: sealText(config.drawSecrets, "drawKey.seal", month, seed, random),
    ...(certify(app, made) ?? { certified_by: null, certificate: null }),
  };
}

type Certified = Pick<KeyRow, "valid_from" | "valid_until" | "public_key">;

/** What the key of the statements says of a key; null where there is none. */
function certify(
  { config: { statementKey } }: App,
  key: Certified,
): { certified_by: string; certificate: string } | null {
  if (statementKey === null) return null;
  const signing = readSigningKey(statementKey);
  return {
    certified_by: signing.publicKey,
    certificate: signing.sign(Buffer.from(hashBody(toBody(key))).toString("hex")),
  };
}

function toBody({ public_key: publicKey, valid_from: validFrom, valid_until: validUntil }: Certified): DrawKeyBody {
  return {
    about: "hongbao.drawKey.1",
    keyId: nameKey(publicKey),
    publicKey,
    validFrom: validFrom.toISOString(),
    validUntil: validUntil.toISOString(),
  };
}

/** The public part of a stored key. */
export function toDrawKey(row: Omit<KeyRow, "seed_sealed">): DrawKey {
  return { ...toBody(row), certifiedBy: row.certified_by, certificate: row.certificate };
}

/** Also of this month, which nothing may have been signed in yet. */
export const drawKeys: Handler<"drawKeys"> = async (_, app) => {
  await findSigner(app, app.clock.now());
  const rows = await app.database.kysely.selectFrom("draw_key").selectAll().orderBy("valid_from").execute();
  return { keys: rows.map(toDrawKey) };
};
