import { expect, test } from "vitest";
import { openChart, provideWorld } from "#tests/support/openChart.ts";
import { OFFLINE, refuse } from "#tests/support/refusal.ts";
import { scriptPrompt } from "#tests/support/scriptPrompt.ts";
import type { AccountSafety } from "../email/email.machine.ts";
import { emailCodeMachine, type VerifiedAttempt } from "../emailCode/emailCode.machine.ts";
import { createCountdown } from "../kit/countdown.ts";
import type { Failure } from "../kit/failure.ts";
import { securityCodeMachine } from "./securityCode.machine.ts";
import { viewSecurityCode } from "./securityCode.view.ts";

const WITHOUT_CODE: AccountSafety = { email: "ann@example.com", hasSecurityCode: false };
const WITH_CODE: AccountSafety = { email: "ann@example.com", hasSecurityCode: true };
const ASKED = refuse("securityCodeRequired");

/** Requests that the test answers. */
function start({ isForgotten = false } = {}) {
  const proofs: VerifiedAttempt[] = [];
  const server = { refusal: null as Failure | null };
  const chart = openChart(securityCodeMachine, viewSecurityCode, {
    input: { isForgotten },
    world: {
      securityCodePrompt: scriptPrompt(async () => {
        if (server.refusal !== null) throw server.refusal;
        return { kind: "changeSecurityCode" };
      }),
      emailCode: provideWorld(emailCodeMachine, {
        countdown: createCountdown(() => () => {}),
        sendCode: () => ({ resendAfterSeconds: 60, expiresAt: "2026-11-20T12:10:00.000Z", isEarlier: false }),
        verifyCode: (attempt) => {
          proofs.push(attempt);
          if (server.refusal !== null) throw server.refusal;
          return { changedAt: "2026-11-20T12:00:00.000Z" };
        },
      }),
    },
  });
  const { actor, send, press, act, answer } = chart;
  const open = (account: AccountSafety) => {
    send({ type: "ui.open" });
    return answer("loadAccount", account);
  };
  const type = (newSecurityCode: string, repeated = newSecurityCode) =>
    send(
      { type: "ui.type", field: "newSecurityCode", value: newSecurityCode },
      { type: "ui.type", field: "repeatedSecurityCode", value: repeated },
    );
  const submit = (code: string, repeated?: string) => {
    type(code, repeated);
    return press("ui.submit");
  };
  /** With a new code that is typed for such an account. */
  const submitFor = async (account: AccountSafety) => {
    await open(account);
    return submit("Newcode1");
  };
  const refuseSave = (failure: Failure) => chart.fail("saveCode", failure);
  const findPrompt = () => actor.getSnapshot().children.securityCodePrompt;
  const findEmailCode = () => actor.getSnapshot().children.emailCode;
  /** Types the code from the mail. */
  const proveByEmail = async () => {
    findEmailCode()?.send({ type: "ui.send" });
    await act();
    findEmailCode()?.send({ type: "ui.type", field: "verificationCode", value: "004217" });
    return act();
  };
  const listSaves = () => chart.listRequests("saveCode").map(({ input }) => input);
  const listNews = () => chart.emitted.map(({ type: told }) => told);
  return {
    ...chart,
    server,
    proofs,
    open,
    type,
    submit,
    submitFor,
    refuseSave,
    findPrompt,
    findEmailCode,
    proveByEmail,
    listSaves,
    listNews,
  };
}

test.each<[AccountSafety, boolean, string]>([
  [WITHOUT_CODE, false, "set"],
  [WITH_CODE, false, "change"],
  [WITH_CODE, true, "recover"],
  // Who has no code cannot have forgotten it.
  [WITHOUT_CODE, true, "set"],
])("an account %o, forgotten: %s, leads to %s", async (account, isForgotten, mode) => {
  const { open } = start({ isForgotten });
  expect(await open(account)).toMatchObject({ state: "choosing", mode });
});

test.each([
  ["Newcod1", "seven characters"],
  ["Newcode12", "nine characters"],
  ["newcode1", "no capital letter"],
  ["NEWCODE1", "no small letter"],
  ["Newcodes", "no digit"],
  ["新Ncode12", "a Chinese character"],
  ["New ode1", "a space"],
])("%s is not sent: %s", async (code) => {
  const { open, submit, look, listSaves } = start();
  await open(WITHOUT_CODE);
  expect([submit(code).state, listSaves()]).toEqual(["choosing", []]);
  expect(look().problems.newSecurityCode).not.toBeNull();
});

test("two codes that differ are not sent, signs are allowed, and a double tap saves once", async () => {
  const { open, submit, send, listSaves } = start();
  await open(WITHOUT_CODE);
  expect([submit("N3w-c*de", "N3w-c*dE").problems.repeatedSecurityCode, listSaves()]).toEqual([
    "codes:securityCode.problem.other",
    [],
  ]);
  submit("N3w-c*de");
  expect([send({ type: "ui.submit" }).state, listSaves()]).toEqual(["saving", [{ newSecurityCode: "N3w-c*de" }]]);
});

test("a saved code is told to the other screens, kept nowhere, and blocks nothing", async () => {
  const { actor, press, answer, submitFor, listNews } = start();
  await submitFor(WITHOUT_CODE);
  expect(await answer("saveCode", null)).toMatchObject({
    state: "saved",
    newSecurityCode: "",
    repeatedSecurityCode: "",
    blockedUntil: null,
  });
  expect(JSON.stringify(actor.getSnapshot().context)).not.toContain("Newcode1");
  press("ui.continue");
  expect(listNews()).toEqual(["app.userChanged", "left"]);
});

test("giving up the question for the present code changes nothing", async () => {
  const { refuseSave, look, submitFor, findPrompt, listNews } = start();
  await submitFor(WITH_CODE);
  expect((await refuseSave(ASKED)).state).toBe("askingCode");
  findPrompt()?.send({ type: "ui.cancel" });
  expect(look()).toMatchObject({ state: "choosing", mode: "change", newSecurityCode: "Newcode1" });
  expect(listNews()).toEqual([]);
});

test("who does not know the present code when it is asked for recovers it, and the new one stays", async () => {
  const { refuseSave, look, submitFor, findPrompt } = start();
  await submitFor(WITH_CODE);
  await refuseSave(ASKED);
  findPrompt()?.send({ type: "ui.forgot" });
  expect(look()).toMatchObject({ state: "choosing", mode: "recover", newSecurityCode: "Newcode1" });
});

test("only a present code can be forgotten, and only a forgotten one remembered", async () => {
  const first = start();
  await first.open(WITHOUT_CODE);
  expect([first.send({ type: "ui.forgot" }, { type: "ui.remember" }).mode, first.listControls()]).toEqual([
    "set",
    ["ui.submit"],
  ]);
  const { listControls, open, send, press } = start();
  await open(WITH_CODE);
  expect([send({ type: "ui.remember" }).mode, listControls()]).toEqual(["change", ["ui.submit", "ui.forgot"]]);
  expect([press("ui.forgot").mode, listControls()]).toEqual(["recover", ["ui.submit", "ui.remember"]]);
  expect(press("ui.remember").mode).toBe("change");
});

test("a recovery saves by the code from the mail alone, and blocks spending for a day", async () => {
  const { proofs, look, submitFor, findEmailCode, proveByEmail, listSaves, listNews } = start({ isForgotten: true });
  await submitFor(WITH_CODE);
  expect(findEmailCode()?.getSnapshot().value).toBe("idle");
  await proveByEmail();
  expect([listSaves(), proofs]).toEqual([
    [],
    [{ kind: "recoverSecurityCode", newSecurityCode: "Newcode1", verificationCode: "004217" }],
  ]);
  expect(look()).toMatchObject({ state: "saved", blockedUntil: "2026-11-21T12:00:00.000Z" });
  expect(listNews()).toEqual(["app.userChanged"]);
});

test("who goes back from the code by email finds the new code, and nothing is saved", async () => {
  const { proofs, look, submitFor, findEmailCode, listNews } = start({ isForgotten: true });
  await submitFor(WITH_CODE);
  findEmailCode()?.send({ type: "ui.back" });
  expect(look()).toMatchObject({ state: "choosing", mode: "recover", newSecurityCode: "Newcode1" });
  expect([proofs, listNews()]).toEqual([[], []]);
});

test.each<[Failure | null, string, string | null]>([
  [null, "saved", null],
  [OFFLINE, "failed", "errors:network"],
])("what the server says to the present code, %o, leads to %s", async (refusal, state, failureKey) => {
  const { server, refuseSave, act, submitFor, findPrompt, listNews } = start();
  await submitFor(WITH_CODE);
  await refuseSave(ASKED);
  server.refusal = refusal;
  findPrompt()?.send({ type: "ui.type", field: "securityCode", value: "R1ghtone" });
  findPrompt()?.send({ type: "ui.submit" });
  expect(await act()).toMatchObject({ state, failureKey, newSecurityCode: refusal === null ? "" : "Newcode1" });
  expect(listNews()).toEqual(refusal === null ? ["app.userChanged"] : []);
});

test.each<[Failure, string, string | null]>([
  [refuse("emailRequired"), "emailMissing", null],
  [refuse("invalidRequest"), "failed", "errors:invalidRequest"],
])("what the server has against a recovery, %o, leads to %s", async (refusal, state, failureKey) => {
  const { server, submitFor, proveByEmail } = start({ isForgotten: true });
  await submitFor(WITH_CODE);
  server.refusal = refusal;
  expect(await proveByEmail()).toMatchObject({ state, failureKey });
});

test("without an email there is nothing to do here, also where it went while a code was typed", async () => {
  const missing = start();
  expect([(await missing.open({ email: null, hasSecurityCode: false })).state, missing.listControls()]).toEqual([
    "emailMissing",
    [],
  ]);
  const { refuseSave, submitFor } = start();
  await submitFor(WITHOUT_CODE);
  expect(await refuseSave(refuse("emailRequired"))).toMatchObject({
    state: "emailMissing",
    newSecurityCode: "",
    email: null,
  });
});

test("a failure keeps what was typed, says when to come back, and leads back to it", async () => {
  const { refuseSave, press, submitFor } = start();
  await submitFor(WITHOUT_CODE);
  expect(await refuseSave(refuse("tooManyTries", { retryAfterSeconds: 600 }))).toMatchObject({
    state: "failed",
    failureKey: "errors:tooManyTries",
    failureValues: { wait: "10" },
  });
  expect(press("ui.retry")).toMatchObject({
    state: "choosing",
    newSecurityCode: "Newcode1",
    failureKey: null,
    failureValues: {},
  });
});

test("an account that cannot be read is read again", async () => {
  const { send, press, fail, listRequests } = start();
  send({ type: "ui.open" });
  expect(await fail("loadAccount", OFFLINE)).toMatchObject({ state: "failed", failureKey: "errors:network" });
  expect([press("ui.retry").state, listRequests("loadAccount").length]).toEqual(["loading", 2]);
  await fail("loadAccount", OFFLINE);
  expect([send({ type: "app.online" }).state, listRequests("loadAccount").length]).toEqual(["loading", 3]);
});

test("leaving the page cancels what is being saved", async () => {
  const { actor, submitFor, listRequests } = start();
  await submitFor(WITHOUT_CODE);
  actor.stop();
  expect(listRequests("saveCode")[0]?.signal.aborted).toBe(true);
});

test("what is still missing shows while one types", async () => {
  const { open, look, type } = start();
  await open(WITHOUT_CODE);
  expect(type("newcode", "new").parts.flatMap(({ part, isMet }) => (isMet ? [part] : []))).toEqual(["lowerCase"]);
  expect(look().problems.repeatedSecurityCode).toBeNull();
  expect(type("新Code12a").problems.newSecurityCode).toBe("codes:securityCode.problem.characters");
});
