import { describe, expect, it } from "vitest";
import { createActor, toPromise } from "xstate";

import type { Api } from "#src/adapters/api/createApi.ts";

import { createOrderFollowActors } from "./orderFollow.ts";

/** A server with one order of two envelopes. */
function createOrderApi(status: string) {
  const asked: string[] = [];
  const order = { orderId: "o1", status, envelopeIds: ["e1", "e2"] };
  const get = async (path: string, { envelopeId }: { envelopeId?: string }) => {
    asked.push([path, envelopeId ?? "o1"].join(" "));
    return envelopeId === undefined ? { order } : { envelope: { envelopeId } };
  };
  const api = { get } as unknown as Api;
  return { api, asked, order };
}

function read(api: Api, withEnvelopes: boolean) {
  const { read: readOrder } = createOrderFollowActors({ api, withEnvelopes });
  return toPromise(createActor(readOrder, { input: { id: "o1" } }).start());
}

describe("orderFollow", () => {
  it("reads a paid order with all its envelopes, in their order", async () => {
    const { api, asked, order } = createOrderApi("paid");
    const envelopes = [{ envelopeId: "e1" }, { envelopeId: "e2" }];
    await expect(read(api, true)).resolves.toEqual({ order, envelopes });
    expect(asked[0]).toBe("/v1/order/detail o1");
  });

  it.each([
    ["an open order", "confirming", true],
    ["a paid order under a payment code", "paid", false],
  ])("reads %s alone", async (_, status, withEnvelopes) => {
    const { api, asked, order } = createOrderApi(status);
    await expect(read(api, withEnvelopes)).resolves.toEqual({ order, envelopes: [] });
    expect(asked).toEqual(["/v1/order/detail o1"]);
  });
});
