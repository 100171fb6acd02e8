import { sha256 } from "@noble/hashes/sha256";
import { fromHex, toHex } from "../hex.ts";

/** A key that signs receipts and roots for a month, as the key of the statements of solvency certifies it. */
export interface DrawKeyBody {
  about: "hongbao.drawKey.1";
  keyId: string;
  /** Ed25519, hex. */
  publicKey: string;
  /** ISO 8601; signatures of other times do not count. */
  validFrom: string;
  validUntil: string;
}

export interface DrawKey extends DrawKeyBody {
  /** The key of the statements, hex, and its signature over the SHA-256 of the body's canonical JSON; null where there is none. */
  certifiedBy: string | null;
  certificate: string | null;
}

/** The name of a key: the first 16 hex digits of the SHA-256 of its 32 bytes. */
export function nameKey(publicKey: string): string {
  return toHex(sha256(fromHex(publicKey))).slice(0, 16);
}
