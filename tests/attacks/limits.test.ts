import { Wallet } from "ethers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type AttackWorld, openAttackWorld } from "./support/attackWorld.ts";

let world: AttackWorld;
let attacker = 7_100_000_000;

beforeAll(async () => {
  world = await openAttackWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  attacker += 1;
});

test("500 logins with one launch leave at most ten sessions, and are limited to 20 a minute", async () => {
  const body = { initData: world.signLaunch(attacker) };
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

test("540 challenges of one person are limited to 20 a minute, and another person still gets one", async () => {
  const [bearer, other] = [await world.logIn(attacker), await world.logIn(attacker + 500)];
  const body = { type: "ETH" as const, address: Wallet.createRandom().address };
  const replies = await Promise.all(Array.from({ length: 540 }, () => world.ask("walletChallenge", { bearer, body })));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(20);
  expect(replies.filter(({ error }) => error === "tooManyTries")).toHaveLength(520);
  expect((await world.ask("walletChallenge", { bearer: other, body })).status).toBe(200);
});

test("a person binds 20 wallets a day at most, and each is a warning of the bot", async () => {
  const bearer = await world.logIn(attacker);
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
  const other = await world.logIn(attacker + 500);
  const body = { type: "ETH" as const, address: Wallet.createRandom().address };
  expect((await world.ask("bindWallet", { bearer: other, body })).status).toBe(200);
  await world.shiftClock(0);
});

test("200 balances of one person are limited to 60 a minute", async () => {
  const bearer = await world.logIn(attacker);
  await world.ask("bindWallet", { bearer, body: { type: "ETH", address: Wallet.createRandom().address } });
  const query = { coinType: "eth" as const };
  const replies = await Promise.all(Array.from({ length: 200 }, () => world.ask("walletBalance", { bearer, query })));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(60);
});

test("200 pages of one person's movements are limited to 120 a minute", async () => {
  const bearer = await world.logIn(attacker);
  const query = { limit: 100 };
  const replies = await Promise.all(Array.from({ length: 200 }, () => world.ask("movements", { bearer, query })));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(120);
  expect(replies.filter(({ error }) => error === "tooManyTries")).toHaveLength(80);
});

test("every call of a person is limited", async () => {
  const bearer = await world.logIn(attacker);
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
  const bearer = await world.logIn(attacker);
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
