import { expect, test } from "vitest";
import { createActor, fromPromise, waitFor } from "xstate";
import { openHandClock } from "#tests/support/openHandClock.ts";
import { emailCodeMachine } from "./emailCode.machine.ts";
import type { EmailCodeGoal, SentCode, VerifiedAttempt } from "./emailCode.setup.ts";
import { viewEmailCode } from "./emailCode.view.ts";

const NOON_MS = Date.UTC(2026, 10, 20, 12);
const CHANGED_AT = "2026-11-20T12:00:00.000Z";

/** A server that has mailed 004217, and a clock that is set by hand. */
function openCode(refusal: string | null = null) {
  const { countdown, pass } = openHandClock(NOON_MS);
  const sent: string[] = [];
  const verified: VerifiedAttempt[] = [];
  const machine = emailCodeMachine.provide({
    actors: {
      countdown,
      sendCode: fromPromise<SentCode, { goal: EmailCodeGoal["kind"]; address: string }>(async ({ input }) => {
        sent.push(input.address);
        return { resendAfterSeconds: 60, expiresAt: "2026-11-20T12:10:00.000Z", isEarlier: false };
      }),
      verifyCode: fromPromise<{ changedAt: string }, VerifiedAttempt>(async ({ input }) => {
        verified.push(input);
        if (refusal !== null) throw { kind: "api", error: refusal, message: "", retryAfterSeconds: 900 };
        if (input.verificationCode !== "004217") throw { kind: "api", error: "wrongVerificationCode", message: "" };
        return { changedAt: CHANGED_AT };
      }),
    },
  });
  const actor = createActor(machine, {
    input: { goal: { kind: "updateEmail", email: "ann@example.com" }, address: "ann@example.com" },
  }).start();
  const see = async (state: ReturnType<typeof actor.getSnapshot>["value"]) =>
    viewEmailCode(await waitFor(actor, ({ value }) => value === state));
  const type = (value: string) => {
    actor.send({ type: "ui.type", field: "verificationCode", value });
  };
  actor.send({ type: "ui.send" });
  return { actor, see, type, pass, sent, verified };
}

test("a pasted code with a space is looked at without a press", async () => {
  const { actor, see, type, verified } = openCode();
  await see("sent");
  type("004 217");
  await see("verified");
  expect(verified).toEqual([{ kind: "updateEmail", email: "ann@example.com", verificationCode: "004217" }]);
  expect(actor.getSnapshot().output).toEqual({ status: "verified", changedAt: CHANGED_AT });
});

test("another code can be sent after a minute, whatever was typed meanwhile", async () => {
  const { actor, see, type, pass, sent } = openCode();
  await see("sent");
  pass(20_000);
  type("111111");
  expect(await see("wrong")).toMatchObject({ verificationCode: "", failureKey: "errors:wrongVerificationCode" });
  pass(0);
  expect((await see("wrong")).resendSeconds).toBe(40);
  actor.send({ type: "ui.send" });
  expect(sent).toHaveLength(1);
  pass(40_000);
  actor.send({ type: "ui.send" });
  await see("sent");
  expect(sent).toHaveLength(2);
});

test("too many wrong digits wait, and the end of the wait is told", async () => {
  const { see, type, pass } = openCode("tooManyTries");
  await see("sent");
  type("111111");
  await see("locked");
  pass(0);
  expect(await see("locked")).toMatchObject({ lockSeconds: 900, lockEndsAt: "2026-11-20T12:15:00.000Z" });
  pass(900_000);
  await see("resendable");
});

test("a code that is too old is replaced", async () => {
  const { actor, see, type, sent } = openCode("verificationCodeExpired");
  await see("sent");
  type("004217");
  expect((await see("expired")).failureKey).toBe("errors:verificationCodeExpired");
  actor.send({ type: "ui.send" });
  await see("sent");
  expect(sent).toHaveLength(2);
});

test("an address that is the email already sends the person back to it", async () => {
  const { actor, see, type } = openCode("sameEmail");
  await see("sent");
  type("004217");
  await see("refused");
  expect(actor.getSnapshot().output).toMatchObject({ status: "refused", failure: { error: "sameEmail" } });
});
