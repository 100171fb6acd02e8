import { expect, it } from "vitest";
import { JsonRpcError } from "../jsonRpc.ts";
import { createConfirmationReader } from "./network.ts";

function read(answer: () => unknown, confirmations = 1) {
  let asked = 0;
  const readConfirmations = createConfirmationReader(async (method) => {
    expect(method).toBe("getAgGenesisCert");
    asked += 1;
    return answer();
  }, confirmations);
  return { readConfirmations, countAsked: () => asked };
}

it("is the setting where the cluster has its certificate, and is asked once", async () => {
  const { readConfirmations, countAsked } = read(() => ({ block: { slot: 1 } }), 3);
  expect([await readConfirmations(), await readConfirmations()]).toEqual([3, 3]);
  expect(countAsked()).toBe(1);
});

it("is 32 at least on a cluster without one", async () => {
  expect(await read(() => null).readConfirmations()).toBe(32);
  expect(await read(() => null, 40).readConfirmations()).toBe(40);
});

it("is the setting where an old node does not know the question, which is no answer", async () => {
  const refuse = () => {
    throw new JsonRpcError(-32_601, "Method not found");
  };
  expect(await read(refuse).readConfirmations()).toBe(1);
});

it("is unknown while the node fails, and asked for again", async () => {
  let isAway = true;
  const { readConfirmations } = read(() => {
    if (isAway) throw new Error("HTTP 503");
    return {};
  });
  await expect(readConfirmations()).rejects.toThrow("503");
  isAway = false;
  expect(await readConfirmations()).toBe(1);
});
