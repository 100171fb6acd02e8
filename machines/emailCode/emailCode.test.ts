import { expect, test } from "vitest";
import { openChart } from "#tests/support/openChart.ts";
import { openHandClock } from "#tests/support/openHandClock.ts";
import { OFFLINE, refuse } from "#tests/support/refusal.ts";
import { scriptPrompt } from "#tests/support/scriptPrompt.ts";
import type { Failure } from "../kit/failure.ts";
import { type EmailCodeGoal, emailCodeMachine, type SentCode } from "./emailCode.machine.ts";
import { viewEmailCode } from "./emailCode.view.ts";

const NOON_MS = Date.UTC(2026, 10, 20, 12);
const CHANGED_AT = "2026-11-20T12:00:00.000Z";
const SENT: SentCode = { resendAfterSeconds: 60, expiresAt: "2026-11-20T12:10:00.000Z", isEarlier: false };
const UPDATE: EmailCodeGoal = { kind: "updateEmail", email: "ann@example.com" };
const RECOVERY: EmailCodeGoal = { kind: "recoverSecurityCode", newSecurityCode: "Newcode1" };

const tooMany = (retryAfterSeconds: number): Failure => refuse("tooManyTries", { retryAfterSeconds });
const inSeconds = (seconds: number) => new Date(NOON_MS + 1000 * seconds).toISOString();

/** Requests that the test answers, and a clock that it sets. */
function start(goal = UPDATE) {
  const server = { securedRefusal: null as Failure | null };
  const { countdown, pass } = openHandClock(NOON_MS);
  const chart = openChart(emailCodeMachine, viewEmailCode, {
    input: { goal, address: "ann@example.com" },
    world: {
      countdown,
      securityCodePrompt: scriptPrompt(async () => {
        if (server.securedRefusal !== null) throw server.securedRefusal;
        return { kind: "updateEmail", changedAt: CHANGED_AT };
      }),
    },
  });
  const { actor, send, act, press, answer, listRequests } = chart;
  const refuseLast = chart.fail;
  const type = (value: string) => send({ type: "ui.type", field: "verificationCode", value });
  const listSends = () => listRequests("sendCode");
  const listTries = () => listRequests("verifyCode").map(({ input }) => input);
  const reachSent = () => {
    press("ui.send");
    return answer("sendCode", SENT);
  };
  /** A code that was sent, with what came of its digits. */
  const fail = async (failure: Failure) => {
    await reachSent();
    type("004217");
    return refuseLast("verifyCode", failure);
  };
  /** Where the server wants the security code as well. */
  const reachPrompt = async () => {
    await fail(refuse("securityCodeRequired"));
    const prompt = actor.getSnapshot().children.securityCodePrompt;
    if (prompt === undefined) throw new Error("no security code is asked for");
    const enter = () => {
      prompt.send({ type: "ui.type", field: "securityCode", value: "R1ghtone" });
      prompt.send({ type: "ui.submit" });
      return act();
    };
    return { prompt, enter };
  };
  return { ...chart, server, refuseLast, type, listSends, listTries, reachSent, fail, reachPrompt, passTime: pass };
}

test("nothing is sent before it is asked for, and a double tap sends one code", async () => {
  const { look, send, answer, listSends } = start(RECOVERY);
  expect([look().state, listSends()]).toEqual(["idle", []]);
  send({ type: "ui.send" }, { type: "ui.send" });
  await answer("sendCode", SENT);
  expect([look().state, listSends().map(({ input }) => input)]).toEqual([
    "sent",
    [{ goal: "recoverSecurityCode", address: "ann@example.com" }],
  ]);
});

test("only six digits are looked at, and once", async () => {
  const { actor, type, reachSent, look, answer, listTries } = start();
  await reachSent();
  type("00421");
  expect([look().state, look().verificationCode, listTries()]).toEqual(["sent", "00421", []]);
  // Pasted with words around them.
  type("Your code: 004-217.");
  type("004 217");
  expect(look()).toMatchObject({ state: "verifying", isBusy: true });
  expect(listTries()).toEqual([{ ...UPDATE, verificationCode: "004217" }]);
  await answer("verifyCode", { changedAt: CHANGED_AT });
  expect(look()).toMatchObject({ state: "verified", verificationCode: "" });
  expect(actor.getSnapshot().output).toEqual({ status: "verified", changedAt: CHANGED_AT });
});

test("another code waits for the deadline, also while the page sleeps", async () => {
  const { listControls, reachSent, look, listSends, passTime, send } = start();
  await reachSent();
  passTime(0);
  send({ type: "ui.send" });
  expect([listSends().length, look().resendAt]).toEqual([1, inSeconds(60)]);
  passTime(59_999);
  expect([look().state, listControls()]).toEqual(["sent", ["ui.back"]]);
  passTime(3_600_000);
  expect([look().state, look().resendAt, listControls()]).toEqual(["resendable", null, ["ui.send", "ui.back"]]);
});

test("a wrong code does not begin the countdown anew", async () => {
  const { type, reachSent, look, press, refuseLast, passTime, send } = start();
  await reachSent();
  passTime(0);
  passTime(50_000);
  type("111111");
  await refuseLast("verifyCode", refuse("wrongVerificationCode"));
  expect(look()).toMatchObject({ state: "wrong", verificationCode: "", failureKey: "errors:wrongVerificationCode" });
  passTime(1_000);
  expect(look().resendAt).toBe(inSeconds(60));
  type("2");
  expect(look()).toMatchObject({ state: "sent", verificationCode: "2", failureKey: null, resendAt: inSeconds(60) });
  type("222222");
  await refuseLast("verifyCode", refuse("wrongVerificationCode"));
  send({ type: "ui.send" });
  expect(look().state).toBe("wrong");
  passTime(9_000);
  press("ui.send");
  expect(look().state).toBe("sending");
});

test("digits that are pasted over wrong ones are looked at", async () => {
  const { type, fail, look, listTries } = start();
  await fail(refuse("wrongVerificationCode"));
  type("004218");
  expect([look().state, listTries().at(-1)]).toMatchObject(["verifying", { verificationCode: "004218" }]);
});

test("once another code can be sent, the last one can be typed still", async () => {
  const { type, reachSent, look, listTries, passTime } = start();
  await reachSent();
  passTime(60_000);
  type("00421");
  expect(look()).toMatchObject({ state: "resendable", verificationCode: "00421" });
  type("004217");
  expect([look().state, listTries().length]).toEqual(["verifying", 1]);
});

test("a code that went there shortly before can be typed, and this is said", async () => {
  const { look, press, answer, passTime } = start();
  press("ui.send");
  await answer("sendCode", { ...SENT, resendAfterSeconds: 40, isEarlier: true });
  passTime(0);
  expect(look()).toMatchObject({
    state: "sent",
    hasField: true,
    noteKey: "codes:code.sentBefore",
    expiresAt: SENT.expiresAt,
    resendAt: inSeconds(40),
  });
});

test("who asks for another code beyond the limit is told that none was sent, and until when", async () => {
  const { reachSent, look, press, answer, passTime } = start();
  await reachSent();
  passTime(60_000);
  press("ui.send");
  await answer("sendCode", { ...SENT, resendAfterSeconds: 2400, isEarlier: true });
  passTime(0);
  expect(look()).toMatchObject({
    state: "sent",
    hasField: true,
    noteKey: "codes:code.noneSent",
    resendAt: inSeconds(2460),
  });
});

test("another code whose answer was lost is no refused one", async () => {
  const { reachSent, look, press, answer, passTime } = start();
  await reachSent();
  passTime(60_000);
  press("ui.send");
  await answer("sendCode", { resendAfterSeconds: 40, expiresAt: "2026-11-20T12:11:00.000Z", isEarlier: true });
  expect(look()).toMatchObject({ state: "sent", noteKey: "codes:code.sentBefore" });
});

test.each([40, 3300])(
  "without a code nobody is asked for digits: says when one can be asked for, in %i s",
  async (waitSeconds) => {
    const { listControls, type, look, press, answer, refuseLast, listSends, passTime, send } = start();
    press("ui.send");
    await refuseLast("sendCode", tooMany(waitSeconds));
    passTime(0);
    type("004217");
    expect(look()).toMatchObject({
      state: "shut",
      hasField: false,
      noteKey: null,
      lockEndsAt: inSeconds(waitSeconds),
    });
    send({ type: "ui.send" });
    expect([listSends().length, listControls()]).toEqual([1, ["ui.back"]]);
    passTime(waitSeconds * 1000);
    expect([look().state, listControls()]).toEqual(["shut", ["ui.send", "ui.back"]]);
    press("ui.send");
    await answer("sendCode", SENT);
    expect(look()).toMatchObject({ state: "sent", noteKey: null });
  },
);

test("where another code is refused the last one can be typed still, until its time or tries are over", async () => {
  const { type, reachSent, look, press, refuseLast, passTime } = start();
  await reachSent();
  passTime(60_000);
  press("ui.send");
  await refuseLast("sendCode", tooMany(3300));
  passTime(0);
  expect(look()).toMatchObject({
    state: "sent",
    expiresAt: SENT.expiresAt,
    resendAt: inSeconds(3360),
    noteKey: "codes:code.noneSent",
  });
  type("004217");
  await refuseLast("verifyCode", refuse("verificationCodeExpired"));
  expect(look()).toMatchObject({ state: "expired", expiresAt: null, failureKey: "errors:verificationCodeExpired" });
  press("ui.send");
  await refuseLast("sendCode", tooMany(3200));
  expect(look().state).toBe("shut");
});

test("no answer in time keeps the digits", async () => {
  const { type, reachSent, look, press, refuseLast, listTries } = start();
  await reachSent();
  type("004217");
  await refuseLast("verifyCode", { kind: "timeout" });
  expect(look()).toMatchObject({ state: "failed", failureKey: "errors:timeout", verificationCode: "004217" });
  press("ui.retry");
  expect([look().state, listTries().length]).toEqual(["verifying", 2]);
});

test("a code that could not be sent is sent again, and no digits are asked for", async () => {
  const { look, press, answer, refuseLast, listSends } = start();
  press("ui.send");
  await refuseLast("sendCode", OFFLINE);
  expect(look()).toMatchObject({ state: "failed", hasField: false, failureKey: "errors:network" });
  press("ui.retry");
  await answer("sendCode", SENT);
  expect([look().state, listSends().length]).toEqual(["sent", 2]);
});

test("who goes back leaves no digits behind, and the sending of another code cannot be left", async () => {
  const { actor, type, look, press, answer, listSends, send } = start();
  send({ type: "ui.send" }, { type: "ui.back" });
  expect([look().state, listSends()[0]?.signal.aborted]).toEqual(["sending", false]);
  await answer("sendCode", SENT);
  type("00421");
  press("ui.back");
  expect([look().state, look().verificationCode]).toEqual(["cancelled", ""]);
  expect(actor.getSnapshot().output).toEqual({ status: "cancelled" });
});

test.each<[string, (code: ReturnType<typeof start>) => Promise<unknown>]>([
  ["idle", async () => {}],
  [
    "shut",
    async ({ press, refuseLast }) => {
      press("ui.send");
      await refuseLast("sendCode", tooMany(40));
    },
  ],
  ["sent", ({ reachSent }) => reachSent()],
  [
    "resendable",
    async ({ reachSent, passTime }) => {
      await reachSent();
      passTime(60_000);
    },
  ],
  ["wrong", ({ fail }) => fail(refuse("wrongVerificationCode"))],
  ["expired", ({ fail }) => fail(refuse("verificationCodeExpired"))],
  ["locked", ({ fail }) => fail(tooMany(900))],
  ["failed", ({ fail }) => fail({ kind: "timeout" })],
])("from %s one can go back", async (state, reach) => {
  const code = start();
  await reach(code);
  expect([code.look().state, code.listControls()]).toEqual([state, expect.arrayContaining(["ui.back"])]);
  code.actor.send({ type: "ui.back" });
  expect(code.actor.getSnapshot().output).toEqual({ status: "cancelled" });
  expect(code.look().verificationCode).toBe("");
});

test("a parent that goes away cancels the request", async () => {
  const { actor, type, reachSent, listRequests } = start();
  await reachSent();
  type("004217");
  actor.stop();
  expect(listRequests("verifyCode")[0]?.signal.aborted).toBe(true);
});

test.each(["sameEmail", "emailRequired", "invalidRequest"] as const)("%s lies with the goal", async (error) => {
  const { actor, press, refuseLast } = start();
  press("ui.send");
  await refuseLast("sendCode", refuse(error));
  expect(actor.getSnapshot().output).toMatchObject({ status: "refused", failure: { error } });
});

test("an address that is the email by now sends the person back to it", async () => {
  const { actor, fail } = start();
  await fail(refuse("sameEmail"));
  expect(actor.getSnapshot().output).toMatchObject({ status: "refused", failure: { error: "sameEmail" } });
});

test("too many wrong digits wait, and the end of the wait is told", async () => {
  const { fail, look, passTime } = start();
  await fail(tooMany(900));
  passTime(0);
  expect(look()).toMatchObject({ state: "locked", lockEndsAt: "2026-11-20T12:15:00.000Z" });
  passTime(900_000);
  expect(look().state).toBe("resendable");
});

test("where the security code is asked for, giving up leads back to the digits", async () => {
  const { reachPrompt, look } = start();
  const { prompt } = await reachPrompt();
  expect(prompt.getSnapshot().context.attempt).toEqual({ ...UPDATE, verificationCode: "004217" });
  prompt.send({ type: "ui.cancel" });
  expect(look()).toMatchObject({ state: "sent", verificationCode: "", failureKey: null, noteKey: null });
});

test("with both codes the change is made", async () => {
  const { actor, reachPrompt } = start();
  const { enter } = await reachPrompt();
  await enter();
  expect(actor.getSnapshot().output).toEqual({ status: "verified", changedAt: CHANGED_AT });
});

test("who has forgotten the security code is led to its recovery, and leaves no digits behind", async () => {
  const { actor, reachPrompt, look } = start();
  const { prompt } = await reachPrompt();
  prompt.send({ type: "ui.forgot" });
  expect(actor.getSnapshot().output).toEqual({ status: "forgotten" });
  expect(look().verificationCode).toBe("");
});

test.each<[Failure, string, string | null]>([
  [refuse("wrongVerificationCode"), "wrong", "errors:wrongVerificationCode"],
  [OFFLINE, "failed", "errors:network"],
  [refuse("sameEmail"), "refused", null],
])("where the right security code is not the reason, %o leads to %s", async (failure, state, failureKey) => {
  const { server, reachPrompt, look } = start();
  const { enter } = await reachPrompt();
  server.securedRefusal = failure;
  await enter();
  expect(look()).toMatchObject({ state, failureKey });
});
