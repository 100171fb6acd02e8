import { getAccount } from "./ethereum.ts";
import { findAppFrame } from "./person.ts";
import type { Person } from "./person.ts";
import type { World } from "./world.ts";

interface Answer<Data> {
  readonly code: number;
  readonly msg: string;
  readonly data: Data;
}

/** Writes envelopes in the person's name and cancels them unpaid, so that their records are long. */
export async function fillRecords({ stack }: World, person: Person, count: number): Promise<void> {
  const token = await (await findAppFrame(person)).evaluate(() => localStorage.getItem("auht_token"));
  const post = async <Data>(path: string, body: object): Promise<Data> => {
    const response = await fetch(`${stack.url}/api/v1/${path}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        "idempotency-key": crypto.randomUUID(),
      },
      body: JSON.stringify(body),
    });
    const { code, msg, data } = (await response.json()) as Answer<Data>;
    if (code !== 200) throw new Error(`${path}: ${code} ${msg}`);
    return data;
  };
  await post("wallet/bind", { type: "ETH", address: getAccount(stack, person.n).address });
  for (let index = 0; index < count; index += 1) {
    const { order } = await post<{ order: { orderId: string } }>("redpackage/sendRedEnvelope", {
      type: "luckyDraw",
      coinType: "eth",
      count: 2,
      totalAmount: "0.01",
      // Rows of different heights, so that a scroll position is not a multiple of one height.
      remark: "Good luck to everybody in the group. ".repeat(index % 3).trim(),
    });
    await post("order/cancel", { orderId: order.orderId });
  }
}
