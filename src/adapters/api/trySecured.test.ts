import { expect, it } from "vitest";

import type { Api } from "./createApi.ts";
import { trySecured } from "./trySecured.ts";

it("repeats the payment of one order under one key, whatever the code, and of another under another", async () => {
  const keys: string[] = [];
  const post: Api["post"] = async (_path, _body, _signal, options) => {
    keys.push(options?.idempotencyKey ?? "");
    return { order: {} } as never;
  };
  const api = { post } as Api;
  const pay = (orderId: string, securityCode: string) =>
    trySecured(api, { kind: "payFromBalance", orderId }, securityCode, new AbortController().signal);
  await pay("o1", "Wr0ngone");
  await pay("o1", "R1ghtone");
  await pay("o2", "R1ghtone");
  expect(keys).toEqual(["balance-o1", "balance-o1", "balance-o2"]);
});
