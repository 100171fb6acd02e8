import { expect, it } from "vitest";

import type { Api } from "./createApi.ts";
import { trySecured } from "./trySecured.ts";

it("repeats the payment of one order under one key, whatever the code, and of another under another", async () => {
  const keys: string[] = [];
  const client = {
    POST: (_: string, { params }: { params: { header: Record<string, string> } }) => {
      keys.push(params.header["Idempotency-Key"] ?? "");
      return { order: {} };
    },
  };
  const api = { call: (send: (to: object) => object) => Promise.resolve(send(client)) } as unknown as Api;
  const pay = (orderId: string, securityCode: string) =>
    trySecured(api, { kind: "payFromBalance", orderId }, securityCode, new AbortController().signal);
  await pay("o1", "Wr0ngone");
  await pay("o1", "R1ghtone");
  await pay("o2", "R1ghtone");
  expect(keys).toEqual(["balance-o1", "balance-o1", "balance-o2"]);
});
