import type { FairnessFailure } from "./verifyFairness.ts";

/** A draw with the result of its check; null while it is not revealed. */
export interface CheckedFairness {
  commitment: string | null;
  salt: string | null;
  failures: readonly FairnessFailure[] | null;
}
