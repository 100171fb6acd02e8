import { ed25519 } from "@noble/curves/ed25519.js";
import { sha256 } from "@noble/hashes/sha256";
import { writeCanonicalJson } from "../canonicalJson.ts";
import { fromHex, toHex } from "../hex.ts";

/** What a signature of a receipt, a root or a key is over: the SHA-256 of the body's canonical JSON. */
export function hashBody(body: object): Uint8Array {
  return sha256(writeCanonicalJson(body));
}

/** A check of a draw comes to the same few signatures several times, and each takes as long as two hundred hashes. */
const known = new Set<string>();
const MOST_KNOWN = 100;

/** Whether an Ed25519 signature, in hex, of a body is that of a key. False for a key that signs everything. */
export function isSignedBody(body: object, signature: string, publicKey: string): boolean {
  if (!/^[0-9a-f]{128}$/.test(signature) || !/^[0-9a-f]{64}$/.test(publicKey)) return false;
  const hash = hashBody(body);
  const name = [publicKey, signature, toHex(hash)].join(" ");
  if (known.has(name)) return true;
  try {
    const isSigned = ed25519.verify(fromHex(signature), hash, fromHex(publicKey), { zip215: false });
    if (known.size >= MOST_KNOWN) known.clear();
    if (isSigned) known.add(name);
    return isSigned;
  } catch {
    // The key is no point of the curve.
    return false;
  }
}
