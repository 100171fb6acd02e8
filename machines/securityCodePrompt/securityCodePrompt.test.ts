import { expect, test } from "vitest";
import { createActor, fromPromise } from "xstate";
import type { Failure } from "../kit/failure.ts";
import { openHandClock } from "#tests/support/openHandClock.ts";
import type { SecuredAttempt, SecuredResult } from "./securedAttempt.ts";
import { securityCodePromptMachine } from "./securityCodePrompt.machine.ts";
import { viewSecurityCodePrompt } from "./securityCodePrompt.view.ts";

const NOON_MS = Date.UTC(2026, 10, 20, 12);
const UNBINDING: SecuredAttempt = { kind: "unbindWallet", walletId: "w1" };
const ASKED: Failure = { kind: "api", error: "securityCodeRequired", message: "" };
const WRONG: Failure = { kind: "api", error: "wrongSecurityCode", message: "" };
const LOCKED: Failure = { kind: "api", error: "securityCodeLocked", message: "", retryAfterSeconds: 900 };

const settle = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve));

/** Requests that the test answers, and a clock that it sets. */
function start(failure = ASKED) {
  const { countdown, pass } = openHandClock(NOON_MS);
  const tries: (PromiseWithResolvers<SecuredResult> & { input: unknown; signal: AbortSignal })[] = [];
  const actor = createActor(
    securityCodePromptMachine.provide({
      actors: {
        countdown,
        tryCode: fromPromise<SecuredResult, { attempt: SecuredAttempt; securityCode: string }>(({ input, signal }) => {
          const attempt = { ...Promise.withResolvers<SecuredResult>(), input, signal };
          tries.push(attempt);
          return attempt.promise;
        }),
      },
    }),
    { input: { attempt: UNBINDING, failure } },
  ).start();
  const see = () => viewSecurityCodePrompt(actor.getSnapshot());
  const listControls = () =>
    see()
      .actions.filter(({ enabled }) => enabled)
      .map(({ event }) => event.type);
  const type = (value: string) => {
    actor.send({ type: "ui.type", field: "securityCode", value });
  };
  const submit = () => {
    actor.send({ type: "ui.submit" });
  };
  const refuse = async (refusal: Failure) => {
    tries.at(-1)?.reject(refusal);
    await settle();
  };
  return { actor, tries, see, listControls, type, submit, refuse, pass };
}

test.each<[Failure, "asking" | "wrong" | "locked"]>([
  [ASKED, "asking"],
  [WRONG, "wrong"],
  [LOCKED, "locked"],
])("starts with what the server said: %o", (failure, state) => {
  expect(start(failure).see().state).toBe(state);
});

test("is over at once where the code is not the reason", () => {
  const failure: Failure = { kind: "network" };
  expect(start(failure).actor.getSnapshot().output).toEqual({ status: "failed", failure });
});

test.each(["", "Short1", "alllower1", "NODIGITS", "汉字Code12"])("%j cannot be a code, and is not sent", (code) => {
  const { tries, see, type, submit } = start();
  type(code);
  submit();
  expect([see().state, see().problemKey, tries]).toEqual(["asking", "codes:prompt.impossible", []]);
  type("R1ghtone");
  expect(see().problemKey).toBeNull();
});

test("a double tap tries once, with the attempt as it was", async () => {
  const { actor, tries, see, listControls, type, submit } = start();
  type("R1ghtone");
  submit();
  submit();
  expect([see().isBusy, listControls()]).toEqual([true, []]);
  expect(tries.map(({ input }) => input)).toEqual([{ attempt: UNBINDING, securityCode: "R1ghtone" }]);
  tries[0]?.resolve({ kind: "unbindWallet" });
  await settle();
  expect(actor.getSnapshot()).toMatchObject({
    output: { status: "given", result: { kind: "unbindWallet" } },
    context: { securityCode: "" },
  });
});

test("what is under way cannot be typed over, given up or forgotten", async () => {
  const { actor, see, type, submit } = start();
  type("R1ghtone");
  submit();
  type("0therOne");
  actor.send({ type: "ui.cancel" });
  actor.send({ type: "ui.forgot" });
  expect([see().state, see().securityCode]).toEqual(["checking", "R1ghtone"]);
  // Every control keeps its place, so that the sheet keeps its height.
  expect(see().actions).toContainEqual(expect.objectContaining({ event: { type: "ui.forgot" }, enabled: false }));
});

test("a wrong code is told, cannot be sent again by a tap, and gives way to another", async () => {
  const { tries, see, listControls, type, submit, refuse } = start();
  type("Wr0ngone");
  submit();
  await refuse(WRONG);
  submit();
  expect(see()).toMatchObject({ state: "wrong", securityCode: "", problemKey: "errors:wrongSecurityCode" });
  expect([tries.length, listControls()]).toEqual([1, ["ui.forgot", "ui.cancel"]]);
  type("R");
  expect(see()).toMatchObject({ state: "asking", securityCode: "R", problemKey: null });
});

test("a lock takes no code before its deadline, and a page that slept through it wakes unlocked", async () => {
  const { tries, see, type, submit, refuse, pass } = start();
  type("Wr0ngone");
  submit();
  await refuse(LOCKED);
  pass(0);
  type("R1ghtone");
  submit();
  expect([tries.length, see().securityCode]).toEqual([1, ""]);
  expect(see()).toMatchObject({ state: "locked", lockEndsAt: "2026-11-20T12:15:00.000Z" });
  pass(899_999);
  expect(see().state).toBe("locked");
  pass(3_600_000);
  expect(see()).toMatchObject({ state: "asking", lockEndsAt: null });
});

test("a lock whose end the server does not tell lasts a minute", () => {
  const { see } = start({ kind: "api", error: "securityCodeLocked", message: "" });
  expect(see().lockEndsAt).toBe("2026-11-20T12:01:00.000Z");
});

test("no answer in time ends the question", async () => {
  const { actor, type, submit, refuse } = start();
  type("R1ghtone");
  submit();
  await refuse({ kind: "timeout" });
  expect(actor.getSnapshot().output).toEqual({ status: "failed", failure: { kind: "timeout" } });
  expect(actor.getSnapshot().context.securityCode).toBe("");
});

test.each(["asking", "wrong", "locked"] as const)(
  "from %s it can be given up and forgotten, and keeps no code",
  (state) => {
    const failure = { asking: ASKED, wrong: WRONG, locked: LOCKED }[state];
    // What is typed after a wrong code is a new one.
    const open = () => {
      const prompt = start(failure);
      if (state !== "wrong") prompt.type("R1ghtone");
      return prompt;
    };
    const left = open();
    left.actor.send({ type: "ui.cancel" });
    expect(left.actor.getSnapshot().output).toEqual({ status: "cancelled" });
    const forgotten = open();
    forgotten.actor.send({ type: "ui.forgot" });
    expect(forgotten.actor.getSnapshot().output).toEqual({ status: "forgotten" });
    for (const { actor, tries } of [left, forgotten]) {
      expect([actor.getSnapshot().context.securityCode, tries]).toEqual(["", []]);
    }
  },
);
