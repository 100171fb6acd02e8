import { breach, doubt, type DrawFinding } from "./drawReport.ts";
import { type DrawKey, nameKey } from "./drawKey.ts";
import { isSignedBody } from "./isSignedBody.ts";

/** What a signature says it is by. */
interface Signed {
  body: object;
  signature: string;
  keyId: string;
  /** When it was made, by its own words. */
  at: string;
}

/** Finds the key that signed something at a time; null where none did. */
export function findSigner(keys: readonly DrawKey[], { body, signature, keyId, at }: Signed): DrawKey | null {
  const key = keys.find(
    (known) =>
      known.keyId === keyId &&
      nameKey(known.publicKey) === keyId &&
      known.validFrom <= at &&
      at <= known.validUntil &&
      isSignedBody(body, signature, known.publicKey),
  );
  return key ?? null;
}

/** @param solvencyKeys of the operator, as somebody knows them; empty where nobody does */
export function findCertificateFaults(key: DrawKey, solvencyKeys: readonly string[]): DrawFinding[] {
  const { certifiedBy, certificate, ...body } = key;
  if (certifiedBy === null || certificate === null) {
    return [solvencyKeys.length === 0 ? doubt("noCertificate") : breach("foreignKey", key.keyId)];
  }
  if (!isSignedBody(body, certificate, certifiedBy)) return [breach("foreignKey", key.keyId)];
  if (solvencyKeys.length === 0) return [doubt("unknownCertifier", certifiedBy)];
  return solvencyKeys.includes(certifiedBy) ? [] : [breach("foreignKey", certifiedBy)];
}
