import { expect, test } from "vitest";
import { createActor, fromCallback, fromPromise, waitFor } from "xstate";
import { countdownMachine } from "../countdown/countdown.machine.ts";
import { emailCodeMachine } from "../emailCode/emailCode.machine.ts";
import type { EmailCodeGoal, SentCode } from "../emailCode/emailCode.setup.ts";
import { emailMachine, type AccountSafety } from "./email.machine.ts";
import { viewEmail } from "./email.view.ts";

/** An account with this email, and a server that takes every code. */
function openEmail(current: string | null) {
  const sent: string[] = [];
  const emailCode = emailCodeMachine.provide({
    actors: {
      countdown: countdownMachine.provide({ actors: { clock: fromCallback(() => undefined) } }),
      sendCode: fromPromise<SentCode, { goal: EmailCodeGoal["kind"]; address: string }>(async ({ input }) => {
        sent.push(input.address);
        return { resendAfterSeconds: 60, expiresAt: "2026-11-20T12:10:00.000Z", isEarlier: false };
      }),
      verifyCode: fromPromise(async () => ({ changedAt: "2026-11-20T12:00:00.000Z" })),
    },
  });
  const machine = emailMachine.provide({
    actors: {
      emailCode,
      loadAccount: fromPromise<AccountSafety, undefined>(async () => ({ email: current, hasSecurityCode: false })),
    },
  });
  const actor = createActor(machine, { input: { email: "" } });
  const told: string[] = [];
  actor.on("*", ({ type }) => told.push(type));
  actor.start();
  actor.send({ type: "ui.open" });
  const see = async (state: ReturnType<typeof actor.getSnapshot>["value"]) =>
    viewEmail(await waitFor(actor, ({ value }) => value === state));
  const submit = (email: string) => {
    actor.send({ type: "ui.type", field: "email", value: email });
    actor.send({ type: "ui.submit" });
  };
  const prove = async () => {
    await see("proving");
    const { emailCode: child } = actor.getSnapshot().children;
    if (child === undefined) throw new Error("no code is under way");
    await waitFor(child, ({ value }) => value === "sent");
    child.send({ type: "ui.type", field: "verificationCode", value: "004217" });
    return see("saved");
  };
  return { see, submit, prove, sent, told };
}

test("a first email is set with a code that goes there, and blocks nothing", async () => {
  const { see, submit, prove, sent, told } = openEmail(null);
  await see("typing");
  submit(" ann@example.com ");
  expect(await prove()).toMatchObject({ currentEmail: "ann@example.com", isChange: false, blockedUntil: null });
  expect(sent).toEqual(["ann@example.com"]);
  expect(told).toContain("account.changed");
});

test("a change blocks spending for 24 hours, and says until when", async () => {
  const { see, submit, prove } = openEmail("old@example.com");
  await see("typing");
  submit("new@example.com");
  expect(await prove()).toMatchObject({ isChange: true, blockedUntil: "2026-11-21T12:00:00.000Z" });
});

test("the same address, a wrong one and none are refused before anything is sent", async () => {
  const { see, submit, sent } = openEmail("ann@example.com");
  await see("typing");
  submit("Ann@Example.com");
  expect((await see("typing")).problemKey).toBe("codes:emailProblem.same");
  submit("ann@");
  expect((await see("typing")).problemKey).toBe("codes:emailProblem.format");
  submit("");
  expect((await see("typing")).problemKey).toBe("codes:emailProblem.required");
  expect(sent).toEqual([]);
});
