import { expect, test } from "vitest";
import { createActor, fromPromise } from "xstate";
import type { Failure } from "../kit/failure.ts";
import { openHandClock } from "#tests/support/openHandClock.ts";
import { scriptPrompt } from "#tests/support/scriptPrompt.ts";
import { type EmailCodeGoal, emailCodeMachine, type SentCode, type VerifiedAttempt } from "./emailCode.machine.ts";
import { viewEmailCode } from "./emailCode.view.ts";

const NOON_MS = Date.UTC(2026, 10, 20, 12);
const CHANGED_AT = "2026-11-20T12:00:00.000Z";
const SENT: SentCode = { resendAfterSeconds: 60, expiresAt: "2026-11-20T12:10:00.000Z", isEarlier: false };
const UPDATE: EmailCodeGoal = { kind: "updateEmail", email: "ann@example.com" };
const RECOVERY: EmailCodeGoal = { kind: "recoverSecurityCode", newSecurityCode: "Newcode1" };

const refusal = (error: Extract<Failure, { kind: "api" }>["error"], retryAfterSeconds?: number): Failure => ({
  kind: "api",
  error,
  message: "",
  ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
});

const inSeconds = (seconds: number) => new Date(NOON_MS + 1000 * seconds).toISOString();

const settle = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve));

/** Requests that the test answers, and a clock that it sets. */
function start(goal = UPDATE) {
  const server = { securedRefusal: null as Failure | null };
  const { countdown, pass } = openHandClock(NOON_MS);
  const sends: (PromiseWithResolvers<SentCode> & { input: unknown; signal: AbortSignal })[] = [];
  const tries: (PromiseWithResolvers<{ changedAt: string }> & { attempt: VerifiedAttempt; signal: AbortSignal })[] = [];
  const actor = createActor(
    emailCodeMachine.provide({
      actors: {
        countdown,
        securityCodePrompt: scriptPrompt(async () => {
          if (server.securedRefusal !== null) throw server.securedRefusal;
          return { kind: "updateEmail", changedAt: CHANGED_AT };
        }),
        sendCode: fromPromise<SentCode, { goal: EmailCodeGoal["kind"]; address: string }>(({ input, signal }) => {
          const send = { ...Promise.withResolvers<SentCode>(), input, signal };
          sends.push(send);
          return send.promise;
        }),
        verifyCode: fromPromise<{ changedAt: string }, VerifiedAttempt>(({ input, signal }) => {
          const attempt = { ...Promise.withResolvers<{ changedAt: string }>(), attempt: input, signal };
          tries.push(attempt);
          return attempt.promise;
        }),
      },
    }),
    { input: { goal, address: "ann@example.com" } },
  ).start();
  const see = () => viewEmailCode(actor.getSnapshot());
  const listControls = () =>
    see()
      .actions.filter(({ enabled }) => enabled)
      .map(({ event }) => event.type);
  const type = (value: string) => {
    actor.send({ type: "ui.type", field: "verificationCode", value });
  };
  const answerSend = async (answer: SentCode | Failure) => {
    const send = sends.at(-1);
    if ("kind" in answer) send?.reject(answer);
    else send?.resolve(answer);
    await settle();
  };
  const answerTry = async (answer: Failure | null) => {
    const attempt = tries.at(-1);
    if (answer === null) attempt?.resolve({ changedAt: CHANGED_AT });
    else attempt?.reject(answer);
    await settle();
  };
  const reachSent = async () => {
    actor.send({ type: "ui.send" });
    await answerSend(SENT);
  };
  /** A code that was sent, with what came of its digits. */
  const fail = async (failure: Failure) => {
    await reachSent();
    type("004217");
    await answerTry(failure);
  };
  /** Where the server wants the security code as well. */
  const reachPrompt = async () => {
    await fail(refusal("securityCodeRequired"));
    const prompt = actor.getSnapshot().children.securityCodePrompt;
    if (prompt === undefined) throw new Error("no security code is asked for");
    const enter = async () => {
      prompt.send({ type: "ui.type", field: "securityCode", value: "R1ghtone" });
      prompt.send({ type: "ui.submit" });
      await settle();
    };
    return { prompt, enter };
  };
  return {
    server,
    actor,
    sends,
    tries,
    see,
    listControls,
    type,
    answerSend,
    answerTry,
    reachSent,
    fail,
    reachPrompt,
    pass,
  };
}

test("nothing is sent before it is asked for, and a double tap sends one code", async () => {
  const { actor, sends, see, answerSend } = start(RECOVERY);
  expect([see().state, sends]).toEqual(["idle", []]);
  actor.send({ type: "ui.send" });
  actor.send({ type: "ui.send" });
  await answerSend(SENT);
  expect([see().state, sends.map(({ input }) => input)]).toEqual([
    "sent",
    [{ goal: "recoverSecurityCode", address: "ann@example.com" }],
  ]);
});

test("only six digits are looked at, and once", async () => {
  const { actor, tries, see, type, reachSent, answerTry } = start();
  await reachSent();
  type("00421");
  expect([see().state, see().verificationCode, tries]).toEqual(["sent", "00421", []]);
  type("004 217");
  type("004 217");
  expect(see()).toMatchObject({ state: "verifying", isBusy: true });
  expect(tries.map(({ attempt }) => attempt)).toEqual([{ ...UPDATE, verificationCode: "004217" }]);
  await answerTry(null);
  expect(see()).toMatchObject({ state: "verified", verificationCode: "" });
  expect(actor.getSnapshot().output).toEqual({ status: "verified", changedAt: CHANGED_AT });
});

test("digits that are pasted with words around them are found", async () => {
  const { tries, type, reachSent } = start();
  await reachSent();
  type("Your code: 004-217.");
  expect(tries[0]?.attempt.verificationCode).toBe("004217");
});

test("another code waits for the deadline, also while the page sleeps", async () => {
  const { actor, sends, see, listControls, reachSent, pass } = start();
  await reachSent();
  pass(0);
  actor.send({ type: "ui.send" });
  expect([sends.length, see().resendAt]).toEqual([1, inSeconds(60)]);
  pass(59_999);
  expect([see().state, listControls()]).toEqual(["sent", ["ui.back"]]);
  pass(3_600_000);
  expect([see().state, see().resendAt, listControls()]).toEqual(["resendable", null, ["ui.send", "ui.back"]]);
});

test("a wrong code does not begin the countdown anew", async () => {
  const { actor, see, type, reachSent, answerTry, pass } = start();
  await reachSent();
  pass(0);
  pass(50_000);
  type("111111");
  await answerTry(refusal("wrongVerificationCode"));
  expect(see()).toMatchObject({ state: "wrong", verificationCode: "", failureKey: "errors:wrongVerificationCode" });
  pass(1_000);
  expect(see().resendAt).toBe(inSeconds(60));
  type("2");
  expect(see()).toMatchObject({ state: "sent", verificationCode: "2", failureKey: null, resendAt: inSeconds(60) });
  type("222222");
  await answerTry(refusal("wrongVerificationCode"));
  actor.send({ type: "ui.send" });
  expect(see().state).toBe("wrong");
  pass(9_000);
  actor.send({ type: "ui.send" });
  expect(see().state).toBe("sending");
});

test("digits that are pasted over wrong ones are looked at", async () => {
  const { tries, see, type, fail } = start();
  await fail(refusal("wrongVerificationCode"));
  type("004218");
  expect([see().state, tries.at(-1)?.attempt.verificationCode]).toEqual(["verifying", "004218"]);
});

test("once another code can be sent, the last one can be typed still", async () => {
  const { tries, see, type, reachSent, pass } = start();
  await reachSent();
  pass(60_000);
  type("00421");
  expect(see()).toMatchObject({ state: "resendable", verificationCode: "00421" });
  type("004217");
  expect([see().state, tries.length]).toEqual(["verifying", 1]);
});

test("a code that went there shortly before can be typed, and this is said", async () => {
  const { actor, see, answerSend, pass } = start();
  actor.send({ type: "ui.send" });
  await answerSend({ ...SENT, resendAfterSeconds: 40, isEarlier: true });
  pass(0);
  expect(see()).toMatchObject({
    state: "sent",
    hasField: true,
    noteKey: "codes:code.sentBefore",
    expiresAt: SENT.expiresAt,
    resendAt: inSeconds(40),
  });
});

test("who asks for another code beyond the limit is told that none was sent, and until when", async () => {
  const { actor, see, answerSend, reachSent, pass } = start();
  await reachSent();
  pass(60_000);
  actor.send({ type: "ui.send" });
  await answerSend({ ...SENT, resendAfterSeconds: 2400, isEarlier: true });
  pass(0);
  expect(see()).toMatchObject({
    state: "sent",
    hasField: true,
    noteKey: "codes:code.noneSent",
    resendAt: inSeconds(2460),
  });
});

test("another code whose answer was lost is no refused one", async () => {
  const { actor, see, answerSend, reachSent, pass } = start();
  await reachSent();
  pass(60_000);
  actor.send({ type: "ui.send" });
  await answerSend({ resendAfterSeconds: 40, expiresAt: "2026-11-20T12:11:00.000Z", isEarlier: true });
  expect(see()).toMatchObject({ state: "sent", noteKey: "codes:code.sentBefore" });
});

test.each([40, 3300])(
  "without a code nobody is asked for digits: says when one can be asked for, in %i s",
  async (waitSeconds) => {
    const { actor, sends, see, listControls, type, answerSend, pass } = start();
    actor.send({ type: "ui.send" });
    await answerSend(refusal("tooManyTries", waitSeconds));
    pass(0);
    type("004217");
    expect(see()).toMatchObject({
      state: "shut",
      hasField: false,
      noteKey: null,
      lockEndsAt: inSeconds(waitSeconds),
    });
    actor.send({ type: "ui.send" });
    expect([sends.length, listControls()]).toEqual([1, ["ui.back"]]);
    pass(waitSeconds * 1000);
    expect([see().state, listControls()]).toEqual(["shut", ["ui.send", "ui.back"]]);
    actor.send({ type: "ui.send" });
    await answerSend(SENT);
    expect(see()).toMatchObject({ state: "sent", noteKey: null });
  },
);

test("where another code is refused the last one can be typed still, until its time or tries are over", async () => {
  const { actor, see, type, answerSend, answerTry, reachSent, pass } = start();
  await reachSent();
  pass(60_000);
  actor.send({ type: "ui.send" });
  await answerSend(refusal("tooManyTries", 3300));
  pass(0);
  expect(see()).toMatchObject({
    state: "sent",
    expiresAt: SENT.expiresAt,
    resendAt: inSeconds(3360),
    noteKey: "codes:code.noneSent",
  });
  type("004217");
  await answerTry(refusal("verificationCodeExpired"));
  expect(see()).toMatchObject({ state: "expired", expiresAt: null, failureKey: "errors:verificationCodeExpired" });
  actor.send({ type: "ui.send" });
  await answerSend(refusal("tooManyTries", 3200));
  expect(see().state).toBe("shut");
});

test("no answer in time keeps the digits", async () => {
  const { actor, tries, see, type, reachSent, answerTry } = start();
  await reachSent();
  type("004217");
  await answerTry({ kind: "timeout" });
  expect(see()).toMatchObject({ state: "failed", failureKey: "errors:timeout", verificationCode: "004217" });
  actor.send({ type: "ui.retry" });
  expect([see().state, tries.length]).toEqual(["verifying", 2]);
});

test("a code that could not be sent is sent again, and no digits are asked for", async () => {
  const { actor, sends, see, answerSend } = start();
  actor.send({ type: "ui.send" });
  await answerSend({ kind: "network" });
  expect(see()).toMatchObject({ state: "failed", hasField: false, failureKey: "errors:network" });
  actor.send({ type: "ui.retry" });
  await answerSend(SENT);
  expect([see().state, sends.length]).toEqual(["sent", 2]);
});

test("who goes back leaves no digits behind, and the sending of another code cannot be left", async () => {
  const { actor, sends, see, type, answerSend } = start();
  actor.send({ type: "ui.send" });
  actor.send({ type: "ui.back" });
  expect([see().state, sends[0]?.signal.aborted]).toEqual(["sending", false]);
  await answerSend(SENT);
  type("00421");
  actor.send({ type: "ui.back" });
  expect([see().state, see().verificationCode]).toEqual(["cancelled", ""]);
  expect(actor.getSnapshot().output).toEqual({ status: "cancelled" });
});

test.each<[string, (code: ReturnType<typeof start>) => Promise<void>]>([
  ["idle", async () => {}],
  [
    "shut",
    async ({ actor, answerSend }) => {
      actor.send({ type: "ui.send" });
      await answerSend(refusal("tooManyTries", 40));
    },
  ],
  ["sent", ({ reachSent }) => reachSent()],
  [
    "resendable",
    async ({ reachSent, pass }) => {
      await reachSent();
      pass(60_000);
    },
  ],
  ["wrong", ({ fail }) => fail(refusal("wrongVerificationCode"))],
  ["expired", ({ fail }) => fail(refusal("verificationCodeExpired"))],
  ["locked", ({ fail }) => fail(refusal("tooManyTries", 900))],
  ["failed", ({ fail }) => fail({ kind: "timeout" })],
])("from %s one can go back", async (state, reach) => {
  const code = start();
  await reach(code);
  expect([code.see().state, code.listControls()]).toEqual([state, expect.arrayContaining(["ui.back"])]);
  code.actor.send({ type: "ui.back" });
  expect(code.actor.getSnapshot().output).toEqual({ status: "cancelled" });
  expect(code.see().verificationCode).toBe("");
});

test("a parent that goes away cancels the request", async () => {
  const { actor, tries, type, reachSent } = start();
  await reachSent();
  type("004217");
  actor.stop();
  expect(tries[0]?.signal.aborted).toBe(true);
});

test.each(["sameEmail", "emailRequired", "invalidRequest"] as const)("%s lies with the goal", async (error) => {
  const { actor, answerSend } = start();
  actor.send({ type: "ui.send" });
  await answerSend(refusal(error));
  expect(actor.getSnapshot().output).toMatchObject({ status: "refused", failure: { error } });
});

test("an address that is the email by now sends the person back to it", async () => {
  const { actor, fail } = start();
  await fail(refusal("sameEmail"));
  expect(actor.getSnapshot().output).toMatchObject({ status: "refused", failure: { error: "sameEmail" } });
});

test("too many wrong digits wait, and the end of the wait is told", async () => {
  const { see, fail, pass } = start();
  await fail(refusal("tooManyTries", 900));
  pass(0);
  expect(see()).toMatchObject({ state: "locked", lockEndsAt: "2026-11-20T12:15:00.000Z" });
  pass(900_000);
  expect(see().state).toBe("resendable");
});

test("where the security code is asked for, giving up leads back to the digits", async () => {
  const { see, reachPrompt } = start();
  const { prompt } = await reachPrompt();
  expect(prompt.getSnapshot().context.attempt).toEqual({ ...UPDATE, verificationCode: "004217" });
  prompt.send({ type: "ui.cancel" });
  expect(see()).toMatchObject({ state: "sent", verificationCode: "", failureKey: null, noteKey: null });
});

test("with both codes the change is made", async () => {
  const { actor, reachPrompt } = start();
  const { enter } = await reachPrompt();
  await enter();
  expect(actor.getSnapshot().output).toEqual({ status: "verified", changedAt: CHANGED_AT });
});

test("who has forgotten the security code is led to its recovery, and leaves no digits behind", async () => {
  const { actor, see, reachPrompt } = start();
  const { prompt } = await reachPrompt();
  prompt.send({ type: "ui.forgot" });
  expect(actor.getSnapshot().output).toEqual({ status: "forgotten" });
  expect(see().verificationCode).toBe("");
});

test.each<[Failure, string, string | null]>([
  [refusal("wrongVerificationCode"), "wrong", "errors:wrongVerificationCode"],
  [{ kind: "network" }, "failed", "errors:network"],
  [refusal("sameEmail"), "refused", null],
])("where the right security code is not the reason, %o leads to %s", async (failure, state, failureKey) => {
  const { server, see, reachPrompt } = start();
  const { enter } = await reachPrompt();
  server.securedRefusal = failure;
  await enter();
  expect(see()).toMatchObject({ state, failureKey });
});
