import { hash } from "node:crypto";
import type { Receipt, ReceiptBody } from "#domain/draw/receipt.ts";
import { setNewest } from "#server/setNewest.ts";
import type { App } from "#server/app.ts";
import { keepPerBot } from "#server/messenger/botApi.ts";
import { findSigner } from "./drawKeys.ts";
import type { EntryRow } from "./entry.ts";

/** Who waits asks again and again, and to sign takes longer than all else. */
const findSigned = keepPerBot(() => new Map<string, Promise<Receipt | null>>());
const MOST_SIGNED = 10_000;

/**
 * What was promised at the entry: a function of what is stored and of that month's key. Who taps twice waits for one
 * signature. Null where the key cannot be read.
 */
export function findReceipt(app: App, row: EntryRow): Promise<Receipt | null> {
  const signed = findSigned(app);
  const known = signed.get(row.entry_id);
  if (known !== undefined) return known;
  const made = signReceipt(app, row);
  setNewest(signed, row.entry_id, made, MOST_SIGNED);
  made.then(
    (receipt) => receipt ?? signed.delete(row.entry_id),
    () => signed.delete(row.entry_id),
  );
  return made;
}

async function signReceipt(app: App, row: EntryRow): Promise<Receipt | null> {
  const signer = await findSigner(app, row.entered_at);
  if (signer === null) return null;
  const nonce = signer.makeNonce(row.entry_id);
  // In the order of the canonical JSON, which is written by the thousand.
  const body: ReceiptBody = {
    about: "hongbao.receipt.1",
    beacon: app.config.beacon.chain.hash,
    closesAt: row.closes_at.toISOString(),
    commitment: row.commitment,
    enteredAt: row.entered_at.toISOString(),
    entryId: row.entry_id,
    envelopeId: row.envelope_id,
    head: row.head,
    keyId: signer.keyId,
    place: row.place,
    previousHead: row.previous_head,
    round: Number(row.round),
    // As domain's `hashWho`, which takes six times as long.
    who: hash("sha256", `hongbao.who.1:${nonce}:${String(row.tg_user_id)}`, "hex"),
  };
  return { ...body, nonce, signature: await signer.sign(JSON.stringify(body)) };
}
