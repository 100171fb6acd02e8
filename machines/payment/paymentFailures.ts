import type { components } from "#contract/schema.d.ts";
import { hasApiError, type Failure } from "../kit/failure.ts";

/** Why an order without terms cannot be paid: that it ended; else the server contradicts itself. */
export function toOrderFailure({ status }: components["schemas"]["Order"]): Failure {
  return status === "cancelled" || status === "expired"
    ? { kind: "orderEnded", status }
    : { kind: "api", error: "orderNotPayable", message: "" };
}

/** A link that retrying does not repair: the app makes a new one. */
export function isBadLink(failure: Failure | null): boolean {
  return hasApiError(failure, "paymentCodeMissing") || hasApiError(failure, "paymentCodeInvalid");
}
