import { computeAddress, Wallet } from "ethers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readMailedCode } from "#tests/e2e/support/mail.ts";
import { type AttackWorld, openAttackWorld } from "./support/attackWorld.ts";
import { giveSecurityCode } from "./support/giveSecurityCode.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const CODE = "Abcdefg1";
const SEND = { type: "luckyDraw", coinType: "eth", count: 2, totalAmount: "0.01" } as const;

let world: AttackWorld;
let person = 7_100_000_000;
let email = "";
let bearer = "";

beforeAll(async () => {
  world = await openAttackWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  person += 1;
  email = `victim${person}@example.com`;
  bearer = await world.logIn(person);
});

const setCode = () => giveSecurityCode(world, bearer, { email, code: CODE });

async function bindFunded(): Promise<void> {
  const [key = ""] = world.info.ethereum.fundedKeys;
  await world.ask("bindWallet", { bearer, body: { type: "ETH", address: computeAddress(key) } });
}

async function countOrders(): Promise<number> {
  return (await world.ask("unpaidList", { bearer })).data?.total ?? -1;
}

test("25 simultaneous guesses of a mailed code count as five, and then the right one is refused", async () => {
  await world.ask("sendVerificationCode", { bearer, body: { purpose: "updateEmail", email } });
  const right = await readMailedCode(world, email);
  const guesses = Array.from({ length: 25 }, (_, index) =>
    String((Number(right) + 1 + index) % 1_000_000).padStart(6, "0"),
  );
  const replies = await Promise.all(
    guesses.map((verificationCode) => world.ask("updateEmail", { bearer, body: { email, verificationCode } })),
  );
  expect(replies.filter(({ error }) => error === "wrongVerificationCode")).toHaveLength(5);
  expect(replies.filter(({ error }) => error === "verificationCodeExpired")).toHaveLength(20);
  const late = await world.ask("updateEmail", { bearer, body: { email, verificationCode: right } });
  expect(late.error).toBe("verificationCodeExpired");
});

test("20 simultaneous guesses of a security code count as five, and the lock survives a restart", async () => {
  await setCode();
  const replies = await Promise.all(
    Array.from({ length: 20 }, () =>
      world.ask("changeSecurityCode", { bearer, body: { newSecurityCode: "Stolen99", securityCode: "Wrong123" } }),
    ),
  );
  expect(replies.filter(({ error }) => error === "wrongSecurityCode")).toHaveLength(5);
  expect(replies.filter(({ error }) => error === "securityCodeLocked")).toHaveLength(15);
  await world.restart();
  const locked = await world.ask("changeSecurityCode", {
    bearer,
    body: { newSecurityCode: "Stolen99", securityCode: CODE },
  });
  expect(locked).toMatchObject({ status: 423, error: "securityCodeLocked" });
  expect(Number(locked.headers.get("retry-after"))).toBeGreaterThan(800);
});

test("30 simultaneous requests send one mail, whatever the address", async () => {
  const replies = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      world.ask("sendVerificationCode", {
        bearer,
        body: { purpose: "updateEmail", email: `crowd${index}.${email}` },
      }),
    ),
  );
  // Above 20 a minute the call's own limit refuses them too.
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(replies.map(({ error }) => error))).toEqual(new Set([null, "tooManyTries"]));
});

test("an expired payment code does not get answers to its owner's bearer", async () => {
  await bindFunded();
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

test("one key creates one order though the clock jumps past a running try", async () => {
  await bindFunded();
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
  await world.restart();
});

test("500 logins with one launch leave at most ten sessions, and are limited to 20 a minute", async () => {
  const body = { initData: world.signLaunch(person + 1_000) };
  const replies = await Promise.all(Array.from({ length: 500 }, () => world.ask("telegramAuth", { body })));
  const bearers = replies.flatMap(({ data }) => (data === null ? [] : [data.token]));
  expect(bearers).toHaveLength(20);
  const refused = replies.filter(({ status }) => status !== 200);
  expect(new Set(refused.map(({ error }) => error))).toEqual(new Set(["tooManyTries"]));
  expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
  const uses = await Promise.all(bearers.map((bearer) => world.ask("getLang", { bearer })));
  expect(uses.filter(({ code }) => code === 200)).toHaveLength(10);
  expect(uses.filter(({ code }) => code === 61)).toHaveLength(10);
});

test.each([
  ["walletChallenge", 540, 20],
  ["walletBalance", 200, 60],
  ["movements", 200, 120],
] as const)(
  "%s, asked %i times at once by one person, answers %i times, and another person still",
  async (call, tries, most) => {
    const { address } = Wallet.createRandom();
    const other = await world.logIn(person + 500);
    for (const one of [bearer, other]) await world.ask("bindWallet", { bearer: one, body: { type: "ETH", address } });
    const ask = (one: string) =>
      call === "walletChallenge"
        ? world.ask(call, { bearer: one, body: { type: "ETH", address } })
        : call === "walletBalance"
          ? world.ask(call, { bearer: one, query: { coinType: "eth" } })
          : world.ask(call, { bearer: one, query: { limit: 100 } });
    const replies = await Promise.all(Array.from({ length: tries }, () => ask(bearer)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(most);
    expect(replies.filter(({ error }) => error === "tooManyTries")).toHaveLength(tries - most);
    expect((await ask(other)).status).toBe(200);
  },
);

test("a person binds 20 wallets a day at most, and each is a warning of the bot", async () => {
  const bind = (address: string) => world.ask("bindWallet", { bearer, body: { type: "ETH", address } });
  for (let turn = 0; turn < 20; turn += 1) {
    const { address } = Wallet.createRandom();
    const { data } = await bind(address);
    expect((await bind(address)).data?.wallet.walletId).toBe(data?.wallet.walletId);
    const body = { walletId: data?.wallet.walletId ?? "" };
    expect((await world.ask("unbindWallet", { bearer, body })).status).toBe(200);
    // A minute has limits of its own.
    if (turn % 10 === 9) await world.shiftClock((turn + 1) * 6_000);
  }
  const refused = await bind(Wallet.createRandom().address);
  expect(refused.error).toBe("tooManyTries");
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(80_000);
  const other = await world.logIn(person + 500);
  const body = { type: "ETH" as const, address: Wallet.createRandom().address };
  expect((await world.ask("bindWallet", { bearer: other, body })).status).toBe(200);
  await world.shiftClock(0);
});

test("every call of a person is limited", async () => {
  let answered = 0;
  while (answered < 2_000) {
    const replies = await Promise.all(Array.from({ length: 100 }, () => world.ask("getLang", { bearer })));
    const passed = replies.filter(({ status }) => status === 200).length;
    answered += passed;
    if (passed < replies.length) break;
  }
  expect(answered).toBeGreaterThanOrEqual(1_000);
  // 1,200, and those counted during the last step.
  expect(answered).toBeLessThan(1_500);
});

test("60 wrong payment codes from one address lock it for wrong ones, and for no right one", async () => {
  const { data } = await world.ask("paymentCode", { bearer });
  const code = data?.externalPaymentCode ?? "";
  const ip = "198.51.100.60";
  const guesses = Array.from({ length: 60 }, (_, guess) => String(guess).padStart(32, "A"));
  for (const [index, guess] of guesses.entries()) {
    // As many proxies write an address: with a port, which is another one each time.
    const reply = await world.ask("unpaidList", { code: guess, ip: `${ip}:${5000 + index}` });
    expect(reply.error).toBe("paymentCodeInvalid");
  }
  expect((await world.ask("unpaidList", { code: guesses[0], ip })).error).toBe("tooManyTries");
  expect((await world.ask("unpaidList", { code, ip })).error).toBeNull();
  expect((await world.ask("unpaidList", { code: guesses[0], ip: "198.51.100.61" })).error).toBe("paymentCodeInvalid");
});

test("a crash while the clock was a day ahead stops no job once the clock is right again", async () => {
  /** The newest block that the watcher has seen; it moves while any process runs that job. */
  const readHead = async () => Number(await world.readMetric('hongbao_chain_block{coin="eth",kind="head"}'));
  await expect.poll(readHead).toBeGreaterThan(0);
  await world.shiftClock(DAY_MS);
  // The wrong clock takes every lease again within 5 seconds.
  await new Promise((resolve) => setTimeout(resolve, 7_000));
  const head = await readHead();
  await world.kill();
  await world.shiftClock(0);
  await world.restart();
  await expect.poll(readHead).toBeGreaterThan(head);
});
