import type { ProofVerdict } from "./chain.ts";

/** A signature by secp256k1 as a wallet wrote it. */
type EvmSignature =
  /** 65 bytes (r, s, v of 27 or 28), as 0x and hex. */
  | { kind: "key"; hex: string }
  /** Of a contract: longer than a key's, or wrapped by ERC-6492 because its wallet is not deployed yet. */
  | { kind: "contract" }
  | { kind: "malformed" };

const KEY_BYTES = 65;
const COMPACT_BYTES = 64;
const WORD_DIGITS = 64;
/** The upper half of the parity byte of EIP-2098. */
const PARITY_BIT = 1n << 255n;

/**
 * Reads a signature in the forms that wallets write: with or without 0x, in either case, 65 bytes whose last one is 0, 1, 27
 * or 28, or 64 bytes with the parity in the highest bit of s (EIP-2098).
 */
function readEvmSignature(text: string): EvmSignature {
  const digits = /^(?:0x)?((?:[0-9a-f]{2})+)$/iu.exec(text.trim())?.[1]?.toLowerCase();
  if (digits === undefined) return { kind: "malformed" };
  const bytes = digits.length / 2;
  if (bytes > KEY_BYTES) return { kind: "contract" };
  const r = digits.slice(0, WORD_DIGITS);
  if (bytes === COMPACT_BYTES) {
    const word = BigInt(`0x${digits.slice(WORD_DIGITS)}`);
    const s = (word & (PARITY_BIT - 1n)).toString(16).padStart(WORD_DIGITS, "0");
    return { kind: "key", hex: `0x${r}${s}${(word & PARITY_BIT) === 0n ? "1b" : "1c"}` };
  }
  const v = bytes === KEY_BYTES ? toV(Number.parseInt(digits.slice(-2), 16)) : null;
  return v === null ? { kind: "malformed" } : { kind: "key", hex: `0x${digits.slice(0, -2)}${v}` };
}

/** Judges a signature by the key that it names, which `isOwn` recovers and compares; that throws where there is none. */
export function judgeEvmProof(signature: string, isOwn: (hex: string) => boolean): ProofVerdict {
  const read = readEvmSignature(signature);
  if (read.kind === "contract") return "unsupported";
  if (read.kind === "malformed") return "foreign";
  try {
    return isOwn(read.hex) ? "proven" : "foreign";
  } catch {
    return "foreign";
  }
}

/** Hardware wallets leave out the 27. */
function toV(last: number): string | null {
  const parity = last >= 27 ? last - 27 : last;
  return parity === 0 || parity === 1 ? (27 + parity).toString(16) : null;
}
