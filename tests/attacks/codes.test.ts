import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readMailedCode } from "#tests/e2e/support/mail.ts";
import { type AttackWorld, openAttackWorld } from "./support/attackWorld.ts";
import { giveSecurityCode } from "./support/giveSecurityCode.ts";

const CODE = "Abcdefg1";

let world: AttackWorld;
let victim = 7_200_000_000;
let email = "";
let bearer = "";

beforeAll(async () => {
  world = await openAttackWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  victim += 1;
  email = `victim${victim}@example.com`;
  bearer = await world.logIn(victim);
});

const setCode = () => giveSecurityCode(world, bearer, { email, code: CODE });

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

test("a thief of the session without the code cannot change what protects the account", async () => {
  await setCode();
  const { data } = await world.ask("walletList", { bearer, query: { limit: 20 } });
  const attempts = await Promise.all([
    world.ask("updateEmail", { bearer, body: { email: "thief@example.com", verificationCode: "000000" } }),
    world.ask("changeSecurityCode", { bearer, body: { newSecurityCode: "Stolen99" } }),
    world.ask("bindWallet", { bearer, body: { type: "ETH", address: `0x${"ab".repeat(20)}` } }),
    world.ask("unbindWallet", { bearer, body: { walletId: "unknownunknownunknown1" } }),
  ]);
  expect(attempts.map(({ error }) => error)).toEqual(Array<string>(4).fill("securityCodeRequired"));
  const recovery = await world.ask("recoverSecurityCode", {
    bearer,
    body: { newSecurityCode: "Stolen99", verificationCode: "000000" },
  });
  expect(recovery.error).toBe("verificationCodeExpired");
  expect((await world.ask("walletList", { bearer, query: { limit: 20 } })).data).toEqual(data);
});

test("a mail server that refuses or is busy is reported, and delays nobody", async () => {
  const send = (to: string) =>
    world.ask("sendVerificationCode", { bearer, body: { purpose: "updateEmail", email: to } });
  for (const _ of [1, 2, 3]) expect((await send("victim@busy.test")).error).toBe("serviceUnavailable");
  expect((await send("victim@unknown.test")).error).toBe("invalidRequest");
  expect((await send(email)).error).toBe("tooManyTries");
});
