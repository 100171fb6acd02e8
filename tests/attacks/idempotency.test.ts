import { computeAddress } from "ethers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type AttackWorld, openAttackWorld } from "./support/attackWorld.ts";

const MINUTE_MS = 60_000;
const SEND = { type: "luckyDraw", coinType: "eth", count: 2, totalAmount: "0.01" } as const;

let world: AttackWorld;
let owner = 7_200_000_000;
let bearer = "";

beforeAll(async () => {
  world = await openAttackWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  owner += 1;
  bearer = await world.logIn(owner);
  const [key = ""] = world.info.ethereum.fundedKeys;
  await world.ask("bindWallet", { bearer, body: { type: "ETH", address: computeAddress(key) } });
});

async function countOrders(): Promise<number> {
  return (await world.ask("unpaidList", { bearer })).data?.total ?? -1;
}

test("an expired payment code does not get answers to its owner's bearer", async () => {
  const { data: sent } = await world.ask("sendRedEnvelope", { bearer, body: SEND });
  const orderId = sent?.order.orderId ?? "";
  const code = sent?.order.externalPaymentCode ?? "";
  await world.ask("unpaidList", { code });
  const body = { orderId, txHash: `0x${"ab".repeat(32)}` };
  const headers = { "idempotency-key": `submit-${body.txHash}` };
  await world.shiftClock(25 * MINUTE_MS);
  await world.ask("sendRedEnvelope", { bearer, body: SEND });
  const { data: reported } = await world.ask("submitPayment", { bearer, body, headers });
  expect(reported?.order.externalPaymentCode).not.toBeNull();
  expect(reported?.order.externalPaymentCode).not.toBe(code);

  for (const shiftMs of [25 * MINUTE_MS, 31 * MINUTE_MS]) {
    await world.shiftClock(shiftMs);
    const replayed = await world.ask("submitPayment", { code, body, headers });
    expect(replayed.data?.order.externalPaymentCode ?? null).toBeNull();
    expect(replayed.data?.order.paymentUrl ?? null).toBeNull();
  }
  await world.shiftClock(0);
});

test("one key creates one order, however many simultaneous tries", async () => {
  const headers = { "idempotency-key": "once" };
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => world.ask("sendRedEnvelope", { bearer, body: SEND, headers })),
  );
  expect(new Set(replies.map(({ data }) => data?.order.orderId)).size).toBe(1);
  expect(await countOrders()).toBe(1);
});

test("one key creates one order though the clock jumps past a running try", async () => {
  const headers = { "idempotency-key": "slow" };
  const ask = () => world.ask("sendRedEnvelope", { bearer, body: SEND, headers });
  const tries = [];
  for (let jump = 0; jump < 5; jump += 1) {
    tries.push(ask());
    await world.shiftClock(jump * 3 * MINUTE_MS);
  }
  const replies = await Promise.all(tries);
  expect(new Set(replies.map(({ data }) => data?.order.orderId)).size).toBe(1);
  await world.shiftClock(0);
  expect(await countOrders()).toBe(1);
});

test("reports of no order leave no key, also above the limit", async () => {
  const body = { orderId: "unknownunknownunknown1", txHash: `0x${"ab".repeat(32)}` };
  const replies = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      world.ask("submitPayment", { bearer, body, headers: { "idempotency-key": `flood-${index}` } }),
    ),
  );
  expect(new Set(replies.map(({ error }) => error))).toEqual(new Set(["notFound", "tooManyTries"]));
  await world.kill();
  const left = await world.withDatabase(({ pool }) =>
    pool.query("select from idempotency_key where key like 'flood-%'"),
  );
  expect(left.rowCount).toBe(0);
});
