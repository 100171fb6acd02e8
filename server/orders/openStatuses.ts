import type { components } from "#contract/schema.d.ts";

/** Statuses in which an order still waits for money or for the chain. */
export const OPEN_STATUSES = [
  "awaitingPayment",
  "partiallyPaid",
  "confirming",
] as const satisfies readonly components["schemas"]["OrderStatus"][];
