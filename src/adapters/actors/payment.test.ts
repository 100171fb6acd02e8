import { describe, expect, it } from "vitest";
import { createActor, toPromise } from "xstate";

import type { Failure } from "#machines/failure.ts";
import type { Api } from "#src/adapters/api/createApi.ts";

import { createPaymentActors } from "./payment.ts";

const ORDER = { orderId: "o1", status: "awaitingPayment" };

/** An API that answers by path; the client below only notes what is asked. */
function createPathApi(answers: Record<string, unknown>) {
  const asked: string[] = [];
  const note = (path: string) => {
    asked.push(path);
    return path;
  };
  const api = {
    call: (send: (client: object) => string) => {
      const answer = answers[send({ GET: note, POST: note })];
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
  } as unknown as Api;
  return { api, asked };
}

describe("loadTerms", () => {
  it.each(["awaitingPayment", "partiallyPaid"])("reads the terms of an order that is %s", async (status) => {
    const { api } = createPathApi({
      "/v1/order/detail": { order: { ...ORDER, status } },
      "/v1/order/paymentRequest": { amount: "0.05" },
    });
    const { loadTerms } = createPaymentActors({ api, wallets: {} });
    const actor = createActor(loadTerms, { input: { orderId: "o1" } }).start();
    await expect(toPromise(actor)).resolves.toEqual({ order: { ...ORDER, status }, request: { amount: "0.05" } });
  });

  it.each(["confirming", "paid", "cancelled", "expired"])(
    "asks for no terms of an order that is %s",
    async (status) => {
      const { api, asked } = createPathApi({ "/v1/order/detail": { order: { ...ORDER, status } } });
      const { loadTerms } = createPaymentActors({ api, wallets: {} });
      const actor = createActor(loadTerms, { input: { orderId: "o1" } }).start();
      await expect(toPromise(actor)).resolves.toEqual({ order: { ...ORDER, status }, request: null });
      expect(asked).toEqual(["/v1/order/detail"]);
    },
  );
});

describe("pay", () => {
  it("rejects with a failure where this build has no wallet of the kind", async () => {
    const { api } = createPathApi({});
    const { pay } = createPaymentActors({ api, wallets: {} });
    const request = {} as never;
    const actor = createActor(pay, { input: { walletType: "Tron", connectorId: "a", request } });
    actor.subscribe({ error: () => {} });
    actor.start();
    await expect(toPromise(actor)).rejects.toEqual({ kind: "wallet", reason: "notInstalled" } satisfies Failure);
  });
});
