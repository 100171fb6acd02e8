import { expect, test } from "vitest";
import { createActor, fromPromise, waitFor } from "xstate";
import { openHandClock } from "#tests/support/openHandClock.ts";
import type { SecuredAttempt, SecuredResult } from "./securedAttempt.ts";
import { securityCodePromptMachine } from "./securityCodePrompt.machine.ts";
import { viewSecurityCodePrompt } from "./securityCodePrompt.view.ts";

const NOON_MS = Date.UTC(2026, 10, 20, 12);
const UNBINDING: SecuredAttempt = { kind: "unbindWallet", walletId: "w1" };

/** A server that knows one code and locks after a number of wrong ones. */
function openPrompt(triesLeft = 5) {
  const { countdown, pass } = openHandClock(NOON_MS);
  let tries = triesLeft;
  const machine = securityCodePromptMachine.provide({
    actors: {
      countdown,
      tryCode: fromPromise<SecuredResult, { attempt: SecuredAttempt; securityCode: string }>(async ({ input }) => {
        if (input.securityCode === "R1ghtone") return { kind: "unbindWallet" };
        tries -= 1;
        if (tries > 0) throw { kind: "api", error: "wrongSecurityCode", message: "" };
        throw { kind: "api", error: "securityCodeLocked", message: "", retryAfterSeconds: 900 };
      }),
    },
  });
  const actor = createActor(machine, {
    input: { attempt: UNBINDING, failure: { kind: "api", error: "securityCodeRequired", message: "" } },
  }).start();
  const see = async (state: ReturnType<typeof actor.getSnapshot>["value"]) =>
    viewSecurityCodePrompt(await waitFor(actor, ({ value }) => value === state));
  const enter = (value: string) => {
    actor.send({ type: "ui.type", field: "securityCode", value });
    actor.send({ type: "ui.submit" });
  };
  return { actor, see, enter, pass };
}

test("the right code ends the question with what the try led to", async () => {
  const { actor, see, enter } = openPrompt();
  await see("asking");
  enter("R1ghtone");
  await see("given");
  expect(actor.getSnapshot().output).toEqual({ status: "given", result: { kind: "unbindWallet" } });
  expect(actor.getSnapshot().context.securityCode).toBe("");
});

test("a wrong code is forgotten at once, and another one can be typed", async () => {
  const { see, enter } = openPrompt();
  enter("Wrongone");
  expect((await see("asking")).problemKey).toBe("codes:prompt.impossible");
  enter("Wrong0ne");
  expect(await see("wrong")).toMatchObject({ problemKey: "errors:wrongSecurityCode", securityCode: "" });
});

test("too many wrong codes lock for a quarter of an hour, and the end is told", async () => {
  const { see, enter, pass } = openPrompt(1);
  enter("Wrong0ne");
  await see("locked");
  pass(0);
  expect(await see("locked")).toMatchObject({ secondsLeft: 900, lockEndsAt: "2026-11-20T12:15:00.000Z" });
  pass(899_000);
  expect((await see("locked")).secondsLeft).toBe(1);
  pass(1000);
  expect(await see("asking")).toMatchObject({ secondsLeft: null, securityCode: "" });
});
