import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createActor } from "xstate";

import type { Api } from "#src/adapters/api/createApi.ts";
import type { App } from "#src/createApp.ts";

import { priceFlow } from "./price.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A page on which a price is shown, and what the server answers to each reading. */
function openPage(answer: (reading: number) => string) {
  let readings = 0;
  const api: Api = {
    call: async <Data>() => {
      readings += 1;
      return { price: answer(readings) } as Data;
    },
  };
  const price = createActor(priceFlow.create({ api, hasPaymentCode: false } as App), {
    input: { params: { coinType: "eth" } },
  }).start();
  price.send({ type: "resource.load" });
  return { count: () => readings, look: () => priceFlow.view(price.getSnapshot()) };
}

it("of a page that is open for ten minutes is read each minute", async () => {
  const { count, look } = openPage((reading) => String(3_000 + reading));
  await vi.advanceTimersByTimeAsync(600_000);
  expect(count()).toBe(11);
  expect(look()).toMatchObject({ value: { price: "3011" }, failureKey: null });
});

it("that cannot be read any more is known as that, until it can be read again", async () => {
  const { look } = openPage((reading) => {
    if (reading === 3 || reading === 4) throw { kind: "network" };
    return "3000";
  });
  await vi.advanceTimersByTimeAsync(120_000);
  expect(look()).toMatchObject({ value: { price: "3000" }, failureKey: "errors:network" });
  await vi.advanceTimersByTimeAsync(120_000);
  expect(look().failureKey).toBeNull();
});
