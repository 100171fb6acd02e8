import { expect, it } from "vitest";
import { createActor, toPromise } from "xstate";

import type { Failure } from "#machines/kit/failure.ts";
import type { Api } from "#src/adapters/api/createApi.ts";
import { sampleOrder } from "#tests/support/samples.ts";

import { createEnvelopeSendActors } from "./envelopeSend.ts";

/** What the form is told where the server answers so for the order that its address names. */
function loadOptions(answer: object) {
  const get = async (path: string, { coinType }: { coinType?: string }) => {
    if (path === "/v1/user/accountAmountInfo") {
      return { coinTypes: ["eth", "ton"], balance: coinType === "ton" ? "2" : "0" };
    }
    if (path !== "/v1/order/detail") return { items: [], coins: [] };
    if ("kind" in answer) throw answer;
    return answer;
  };
  const { loadOptions: logic } = createEnvelopeSendActors({
    api: { get } as unknown as Api,
    readSystemInfo: () => Promise.resolve({ coins: [] } as never),
    readPrice: () => Promise.resolve("3"),
    getLanguage: () => "en",
    loadConnection: () => Promise.reject(new Error("nothing is connected")),
    loadOrderPart: () => Promise.resolve(["ton"]),
  });
  return toPromise(createActor(logic, { input: { orderId: "o1", againId: null } }).start());
}

it("reads the order that the address names, with the coins that are paid here", async () => {
  await expect(loadOptions({ order: sampleOrder })).resolves.toMatchObject({
    askedOrder: sampleOrder,
    coinsPaidHere: ["ton"],
  });
});

it.each(["notFound", "invalidRequest"] as const)(
  "goes on without an order that the person has not: %s",
  async (error) => {
    const failure: Failure = { kind: "api", error, message: "" };
    expect((await loadOptions(failure)).askedOrder).toBeUndefined();
  },
);

it("reads what the person has, with the price of what there is", async () => {
  expect((await loadOptions({ order: sampleOrder })).holdings).toEqual([
    { coinType: "eth", balance: "0", price: "0" },
    { coinType: "ton", balance: "2", price: "3" },
  ]);
});

it("fails where the order cannot be read now", async () => {
  const failure: Failure = { kind: "network" };
  await expect(loadOptions(failure)).rejects.toEqual(failure);
});
