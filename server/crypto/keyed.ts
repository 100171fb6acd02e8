import { createSecretKey, hkdfSync, type KeyObject, createHmac, createCipheriv, createDecipheriv } from "node:crypto";
import type { Random } from "#server/random.ts";

/** Purpose of a derived key; two purposes never share a key. */
export type KeyPurpose =
  | "passphrase.hash"
  | "passphrase.seal"
  | "paymentCode.hash"
  | "paymentCode.seal"
  | "handoffCode.hash"
  | "verificationCode.hash"
  | "mailAddress.hash"
  | "email.seal"
  | "chatLink"
  | "postLink"
  | "idempotency.seal"
  | "drawKey.make"
  | "drawKey.seal"
  | "receipt.nonce"
  | "secret.name";

const derived = new Map<string, KeyObject>();

/**
 * Derives the 32-byte key of a purpose from a secret of APP_SECRET (HKDF-SHA256). Returns a KeyObject, since raw bytes
 * would be imported at each use.
 */
function deriveKey(secret: string, purpose: KeyPurpose): KeyObject {
  const name = `${purpose} ${secret}`;
  const known = derived.get(name);
  if (known !== undefined) return known;
  const key = createSecretKey(Buffer.from(hkdfSync("sha256", secret, "hongbao", purpose, 32)));
  derived.set(name, key);
  return key;
}

/**
 * HMAC-SHA256 of a text under every secret, newest first: store the first, look up by all of them, so that values
 * hashed by an older secret are found.
 */
export function hashKeyed(
  secrets: readonly string[],
  purpose: KeyPurpose,
  text: string,
): readonly [Buffer, ...Buffer[]] {
  const [newest, ...older] = secrets;
  if (newest === undefined) throw new Error("a keyed hash needs a secret");
  const hash = (secret: string) => createHmac("sha256", deriveKey(secret, purpose)).update(text).digest();
  return [hash(newest), ...older.map(hash)];
}

/**
 * Encrypts a text with AES-256-GCM under the newest secret.
 * `context` identifies the row and is required to decrypt. Returns nonce (12), tag (16), cipher text.
 */
export function sealText(
  secrets: readonly string[],
  purpose: KeyPurpose,
  context: string,
  text: string,
  random: Random,
): Buffer {
  const [newest] = secrets;
  if (newest === undefined) throw new Error("sealing needs a secret");
  const nonce = random.bytes(12);
  const cipher = createCipheriv("aes-256-gcm", deriveKey(newest, purpose), nonce).setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Decrypts the output of `sealText` with any of the secrets. Null where none decrypts it or its context differs: whoever
 * asks goes on without it, since a former secret may be missing.
 */
export function openText(
  secrets: readonly string[],
  purpose: KeyPurpose,
  context: string,
  sealed: Buffer,
): string | null {
  for (const secret of secrets) {
    const text = tryOpen(deriveKey(secret, purpose), context, sealed);
    if (text !== null) return text;
  }
  return null;
}

function tryOpen(key: KeyObject, context: string, sealed: Buffer): string | null {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const body = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([body, decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}
