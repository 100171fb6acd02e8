import { createCipheriv } from "node:crypto";
import type { Random } from "#server/random.ts";
import { deriveKey, type KeyPurpose } from "./deriveKey.ts";

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
