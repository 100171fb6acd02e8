import { getAccount } from "./ethereum.ts";
import type { Person } from "./person.ts";
import { logIn } from "./logIn.ts";
import type { World } from "./world.ts";

/** Writes envelopes in the person's name and cancels them unpaid, so that their records are long. */
export async function fillRecords(world: World, person: Person, count: number): Promise<void> {
  const api = await logIn(world.stack, person.n);
  await api.post("wallet/bind", { type: "ETH", address: getAccount(world.stack, person.n).address });
  for (let index = 0; index < count; index += 1) {
    const { order } = await api.post<{ order: { orderId: string } }>("redpackage/sendRedEnvelope", {
      type: "luckyDraw",
      coinType: "eth",
      count: 2,
      totalAmount: "0.01",
      // Rows of different heights, so that a scroll position is not a multiple of one height.
      remark: "Good luck to everybody in the group. ".repeat(index % 3).trim(),
    });
    await api.post("order/cancel", { orderId: order.orderId });
  }
}
