import { writeCanonicalJson } from "../canonicalJson.ts";

/** What a draw commits to: `salt` is 32 random bytes in lower-case hex, `shares` whole-coin decimals in slot order. */
export interface FairnessRecord {
  envelopeId: string;
  salt: string;
  shares: readonly string[];
}

/** The text whose SHA-256 is the commitment: its canonical JSON. */
export function canonicalFairness({ envelopeId, salt, shares }: FairnessRecord): string {
  return writeCanonicalJson({ envelopeId, salt, shares });
}
