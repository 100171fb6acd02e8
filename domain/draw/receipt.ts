import { toHex } from "../hex.ts";
import { hashParts } from "./hashParts.ts";

/** What the operator signs for each entry. Hashes are hex of 32 bytes, times ISO 8601. */
export interface ReceiptBody {
  about: "hongbao.receipt.1";
  /** Hash of the beacon's chain. */
  beacon: string;
  envelopeId: string;
  commitment: string;
  entryId: string;
  /** From 1, in the order of coming. */
  place: number;
  /** Of the beacon; it decides, and never moves. */
  round: number;
  enteredAt: string;
  /** Nobody enters this draw afterwards. */
  closesAt: string;
  /** Of the entry before; at first of the shares and of how many they are. */
  previousHead: string;
  head: string;
  /** Whose entry it is; `nonce` opens it. */
  who: string;
  /** Of the key that signed it. */
  keyId: string;
}

/** A receipt as its person gets it: by the nonce they alone prove that it is theirs. */
export interface Receipt extends ReceiptBody {
  /** Hex of 16 bytes; not signed. */
  nonce: string;
  /** Ed25519, hex, over the SHA-256 of the canonical JSON of the fields of the body. */
  signature: string;
}

/** An entry's link in its envelope's chain. */
export interface Link {
  round: number;
  place: number;
  entryId: string;
}

/** The head before the first entry: receipts and roots are about as many shares for everybody, also where none is shown. */
export function hashStart(commitment: Uint8Array, count: number): Uint8Array {
  return hashParts(commitment, `shares:${String(count)}`);
}

/** The head after an entry: nobody is slipped in or left out afterwards without changing all later ones. */
export function hashHead(previousHead: Uint8Array, { round, place, entryId }: Link): Uint8Array {
  return hashParts(previousHead, `${String(round)}:${String(place)}:${entryId}`);
}

/** Names a person to nobody but who knows the nonce. */
export function hashWho(nonce: string, tgUserId: string): string {
  return toHex(hashParts("hongbao.who.1", `:${nonce}:${tgUserId}`));
}
