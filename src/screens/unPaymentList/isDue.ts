import type { OrderMark } from "#machines/payment/payment.view.ts";

/** Whether an order still waits for money, so that its deadline means something. */
export function isDue(mark: OrderMark): boolean {
  return mark !== "confirming" && mark !== "paid" && mark !== "ended";
}
