import { decodeBase58 } from "#domain/address/base58.ts";
import { isSigned } from "#server/crypto/ed25519.ts";
import type { ProofVerdict } from "../chain.ts";

/** How off-chain messages of Solana begin, so that none is a transaction. */
const SIGNING_DOMAIN = Buffer.from("\u00ffsolana offchain", "latin1");
const NO_APPLICATION_DOMAIN = Buffer.alloc(32);
/** Printable ASCII, UTF-8 for a hardware wallet, and longer UTF-8: wallets differ in what they call a text with line ends. */
const FORMATS = [0, 1, 2];
const LONGEST_BYTES = 0xffff;

/**
 * Judges whether the key of `address` made `signature` (base58) over `message`, bare or in an off-chain envelope: the key is
 * the address itself.
 */
export function judgeSolanaProof(message: string, signature: string, address: string): ProofVerdict {
  const bytes = decodeBase58(signature, 64);
  const key = decodeBase58(address, 32);
  if (bytes === null || key === null) return "foreign";
  const isProven = listSignedForms(Buffer.from(message), key).some((form) => isSigned(form, bytes, key));
  return isProven ? "proven" : "foreign";
}

/** Whether the key of an address signed these bytes. */
export function isSignedBy(bytes: Uint8Array, signature: Uint8Array, address: string): boolean {
  const key = decodeBase58(address, 32);
  return key !== null && isSigned(bytes, signature, key);
}

/**
 * What a wallet may have signed where it was asked to sign `message`: the bytes themselves, or an envelope, as hardware
 * wallets do: version 0 with its signer, version 0 as older Ledger apps write it (without application domain and signers),
 * and version 1.
 * Source: https://docs.anza.xyz/proposals/off-chain-message-signing
 */
function listSignedForms(message: Buffer, signer: Uint8Array): Buffer[] {
  if (message.length > LONGEST_BYTES) return [message];
  const length = Buffer.alloc(2);
  length.writeUInt16LE(message.length);
  const envelopes = FORMATS.flatMap((format) => [
    [Buffer.from([0]), NO_APPLICATION_DOMAIN, Buffer.from([format, 1]), signer, length],
    [Buffer.from([0, format]), length],
  ]);
  const versionOne = [Buffer.from([1, 1]), signer];
  return [message, ...[...envelopes, versionOne].map((head) => Buffer.concat([SIGNING_DOMAIN, ...head, message]))];
}
