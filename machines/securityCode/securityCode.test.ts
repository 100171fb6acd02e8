import { expect, test } from "vitest";
import { createActor, fromPromise } from "xstate";
import { scriptPrompt } from "#tests/support/scriptPrompt.ts";
import { createCountdown } from "../kit/countdown.ts";
import type { AccountSafety } from "../email/email.machine.ts";
import {
  type EmailCodeGoal,
  emailCodeMachine,
  type SentCode,
  type VerifiedAttempt,
} from "../emailCode/emailCode.machine.ts";
import type { Failure } from "../kit/failure.ts";
import { securityCodeMachine } from "./securityCode.machine.ts";
import { viewSecurityCode } from "./securityCode.view.ts";

const WITHOUT_CODE: AccountSafety = { email: "ann@example.com", hasSecurityCode: false };
const WITH_CODE: AccountSafety = { email: "ann@example.com", hasSecurityCode: true };
const ASKED: Failure = { kind: "api", error: "securityCodeRequired", message: "" };

const settle = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve));

/** Requests that the test answers. */
function start({ isForgotten = false } = {}) {
  const loads: (PromiseWithResolvers<AccountSafety> & { signal: AbortSignal })[] = [];
  const saves: (PromiseWithResolvers<null> & { input: unknown; signal: AbortSignal })[] = [];
  const proofs: VerifiedAttempt[] = [];
  const emitted: string[] = [];
  const server = { refusal: null as Failure | null };
  const actor = createActor(
    securityCodeMachine.provide({
      actors: {
        securityCodePrompt: scriptPrompt(async () => {
          if (server.refusal !== null) throw server.refusal;
          return { kind: "changeSecurityCode" };
        }),
        loadAccount: fromPromise<AccountSafety, undefined>(({ signal }) => {
          const load = { ...Promise.withResolvers<AccountSafety>(), signal };
          loads.push(load);
          return load.promise;
        }),
        saveCode: fromPromise<null, { newSecurityCode: string }>(({ input, signal }) => {
          const save = { ...Promise.withResolvers<null>(), input, signal };
          saves.push(save);
          return save.promise;
        }),
        emailCode: emailCodeMachine.provide({
          actors: {
            countdown: createCountdown(() => () => {}),
            sendCode: fromPromise<SentCode, { goal: EmailCodeGoal["kind"]; address: string }>(async () => ({
              resendAfterSeconds: 60,
              expiresAt: "2026-11-20T12:10:00.000Z",
              isEarlier: false,
            })),
            verifyCode: fromPromise<{ changedAt: string }, VerifiedAttempt>(async ({ input }) => {
              proofs.push(input);
              if (server.refusal !== null) throw server.refusal;
              return { changedAt: "2026-11-20T12:00:00.000Z" };
            }),
          },
        }),
      },
    }),
    { input: { isForgotten } },
  );
  actor.on("*", ({ type }) => emitted.push(type));
  actor.start();
  const see = () => viewSecurityCode(actor.getSnapshot());
  const listControls = () =>
    see()
      .actions.filter(({ enabled }) => enabled)
      .map(({ event }) => event.type);
  const open = async (account: AccountSafety) => {
    actor.send({ type: "ui.open" });
    loads.at(-1)?.resolve(account);
    await settle();
  };
  const submit = (code: string, repeated = code) => {
    actor.send({ type: "ui.type", field: "newSecurityCode", value: code });
    actor.send({ type: "ui.type", field: "repeatedSecurityCode", value: repeated });
    actor.send({ type: "ui.submit" });
  };
  const refuseSave = async (failure: Failure) => {
    saves.at(-1)?.reject(failure);
    await settle();
  };
  return { server, actor, loads, saves, proofs, emitted, see, listControls, open, submit, refuseSave };
}

test.each<[AccountSafety, boolean, string]>([
  [WITHOUT_CODE, false, "set"],
  [WITH_CODE, false, "change"],
  [WITH_CODE, true, "recover"],
  // Who has no code cannot have forgotten it.
  [WITHOUT_CODE, true, "set"],
])("an account %o, forgotten: %s, leads to %s", async (account, isForgotten, mode) => {
  const { see, open } = start({ isForgotten });
  await open(account);
  expect(see()).toMatchObject({ state: "choosing", mode });
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
  const { saves, see, open, submit } = start();
  await open(WITHOUT_CODE);
  submit(code);
  expect([see().state, saves]).toEqual(["choosing", []]);
  expect(see().problems.newSecurityCode).not.toBeNull();
});

test("two codes that differ are not sent, signs are allowed, and a double tap saves once", async () => {
  const { actor, saves, see, open, submit } = start();
  await open(WITHOUT_CODE);
  submit("N3w-c*de", "N3w-c*dE");
  expect([see().problems.repeatedSecurityCode, saves]).toEqual(["codes:securityCode.problem.other", []]);
  submit("N3w-c*de");
  actor.send({ type: "ui.submit" });
  expect([see().state, saves.map(({ input }) => input)]).toEqual(["saving", [{ newSecurityCode: "N3w-c*de" }]]);
});

test("a saved code is told to the other screens, kept nowhere, and blocks nothing", async () => {
  const { actor, saves, emitted, see, open, submit } = start();
  await open(WITHOUT_CODE);
  submit("Newcode1");
  saves[0]?.resolve(null);
  await settle();
  expect(see()).toMatchObject({ state: "saved", newSecurityCode: "", repeatedSecurityCode: "", blockedUntil: null });
  expect(JSON.stringify(actor.getSnapshot().context)).not.toContain("Newcode1");
  actor.send({ type: "ui.continue" });
  expect(emitted).toEqual(["app.userChanged", "left"]);
});

test("giving up the question for the present code changes nothing", async () => {
  const { actor, emitted, see, open, submit, refuseSave } = start();
  await open(WITH_CODE);
  submit("Newcode1");
  await refuseSave(ASKED);
  expect(see().state).toBe("askingCode");
  actor.getSnapshot().children.securityCodePrompt?.send({ type: "ui.cancel" });
  expect(see()).toMatchObject({ state: "choosing", mode: "change", newSecurityCode: "Newcode1" });
  expect(emitted).toEqual([]);
});

test("who does not know the present code when it is asked for recovers it, and the new one stays", async () => {
  const { actor, see, open, submit, refuseSave } = start();
  await open(WITH_CODE);
  submit("Newcode1");
  await refuseSave(ASKED);
  actor.getSnapshot().children.securityCodePrompt?.send({ type: "ui.forgot" });
  expect(see()).toMatchObject({ state: "choosing", mode: "recover", newSecurityCode: "Newcode1" });
});

test("only a present code can be forgotten, and only a forgotten one remembered", async () => {
  const first = start();
  await first.open(WITHOUT_CODE);
  first.actor.send({ type: "ui.forgot" });
  first.actor.send({ type: "ui.remember" });
  expect([first.see().mode, first.listControls()]).toEqual(["set", ["ui.submit"]]);
  const { actor, see, listControls, open } = start();
  await open(WITH_CODE);
  actor.send({ type: "ui.remember" });
  expect([see().mode, listControls()]).toEqual(["change", ["ui.submit", "ui.forgot"]]);
  actor.send({ type: "ui.forgot" });
  expect([see().mode, listControls()]).toEqual(["recover", ["ui.submit", "ui.remember"]]);
  actor.send({ type: "ui.remember" });
  expect(see().mode).toBe("change");
});

test("a recovery saves by the code from the mail alone, and blocks spending for a day", async () => {
  const { actor, saves, proofs, emitted, see, open, submit } = start({ isForgotten: true });
  await open(WITH_CODE);
  submit("Newcode1");
  const emailCode = actor.getSnapshot().children.emailCode;
  expect(emailCode?.getSnapshot().value).toBe("idle");
  emailCode?.send({ type: "ui.send" });
  await settle();
  emailCode?.send({ type: "ui.type", field: "verificationCode", value: "004217" });
  await settle();
  expect([saves, proofs]).toEqual([
    [],
    [{ kind: "recoverSecurityCode", newSecurityCode: "Newcode1", verificationCode: "004217" }],
  ]);
  expect(see()).toMatchObject({ state: "saved", blockedUntil: "2026-11-21T12:00:00.000Z" });
  expect(emitted).toEqual(["app.userChanged"]);
});

test("who goes back from the code by email finds the new code, and nothing is saved", async () => {
  const { actor, proofs, emitted, see, open, submit } = start({ isForgotten: true });
  await open(WITH_CODE);
  submit("Newcode1");
  actor.getSnapshot().children.emailCode?.send({ type: "ui.back" });
  expect(see()).toMatchObject({ state: "choosing", mode: "recover", newSecurityCode: "Newcode1" });
  expect([proofs, emitted]).toEqual([[], []]);
});

test.each<[Failure | null, string, string | null]>([
  [null, "saved", null],
  [{ kind: "network" }, "failed", "errors:network"],
])("what the server says to the present code, %o, leads to %s", async (refusal, state, failureKey) => {
  const { server, actor, emitted, see, open, submit, refuseSave } = start();
  await open(WITH_CODE);
  submit("Newcode1");
  await refuseSave(ASKED);
  server.refusal = refusal;
  const prompt = actor.getSnapshot().children.securityCodePrompt;
  prompt?.send({ type: "ui.type", field: "securityCode", value: "R1ghtone" });
  prompt?.send({ type: "ui.submit" });
  await settle();
  expect(see()).toMatchObject({ state, failureKey, newSecurityCode: refusal === null ? "" : "Newcode1" });
  expect(emitted).toEqual(refusal === null ? ["app.userChanged"] : []);
});

test.each<[Failure, string, string | null]>([
  [{ kind: "api", error: "emailRequired", message: "" }, "emailMissing", null],
  [{ kind: "api", error: "invalidRequest", message: "" }, "failed", "errors:invalidRequest"],
])("what the server has against a recovery, %o, leads to %s", async (refusal, state, failureKey) => {
  const { server, actor, see, open, submit } = start({ isForgotten: true });
  await open(WITH_CODE);
  submit("Newcode1");
  server.refusal = refusal;
  const emailCode = actor.getSnapshot().children.emailCode;
  emailCode?.send({ type: "ui.send" });
  await settle();
  emailCode?.send({ type: "ui.type", field: "verificationCode", value: "004217" });
  await settle();
  expect(see()).toMatchObject({ state, failureKey });
});

test("without an email there is nothing to do here, also where it went while a code was typed", async () => {
  const missing = start();
  await missing.open({ email: null, hasSecurityCode: false });
  expect([missing.see().state, missing.listControls()]).toEqual(["emailMissing", []]);
  const { see, open, submit, refuseSave } = start();
  await open(WITHOUT_CODE);
  submit("Newcode1");
  await refuseSave({ kind: "api", error: "emailRequired", message: "" });
  expect(see()).toMatchObject({ state: "emailMissing", newSecurityCode: "", email: null });
});

test("a failure keeps what was typed, says when to come back, and leads back to it", async () => {
  const { actor, see, open, submit, refuseSave } = start();
  await open(WITHOUT_CODE);
  submit("Newcode1");
  await refuseSave({ kind: "api", error: "tooManyTries", message: "", retryAfterSeconds: 600 });
  expect(see()).toMatchObject({ state: "failed", failureKey: "errors:tooManyTries", failureValues: { wait: "10" } });
  actor.send({ type: "ui.retry" });
  expect(see()).toMatchObject({
    state: "choosing",
    newSecurityCode: "Newcode1",
    failureKey: null,
    failureValues: {},
  });
});

test("an account that cannot be read is read again", async () => {
  const { actor, loads, see } = start();
  actor.send({ type: "ui.open" });
  loads[0]?.reject({ kind: "network" });
  await settle();
  expect(see()).toMatchObject({ state: "failed", failureKey: "errors:network" });
  actor.send({ type: "ui.retry" });
  expect([see().state, loads.length]).toEqual(["loading", 2]);
  loads[1]?.reject({ kind: "network" });
  await settle();
  actor.send({ type: "app.online" });
  expect([see().state, loads.length]).toEqual(["loading", 3]);
});

test("leaving the page cancels what is being saved", async () => {
  const { actor, saves, open, submit } = start();
  await open(WITHOUT_CODE);
  submit("Newcode1");
  actor.stop();
  expect(saves[0]?.signal.aborted).toBe(true);
});

test("what is still missing shows while one types", async () => {
  const { actor, see, open } = start();
  await open(WITHOUT_CODE);
  const type = (newSecurityCode: string, repeated: string) => {
    actor.send({ type: "ui.type", field: "newSecurityCode", value: newSecurityCode });
    actor.send({ type: "ui.type", field: "repeatedSecurityCode", value: repeated });
  };
  type("newcode", "new");
  expect(see().parts.flatMap(({ part, isMet }) => (isMet ? [part] : []))).toEqual(["lowerCase"]);
  expect(see().problems.repeatedSecurityCode).toBeNull();
  type("新Code12a", "新Code12a");
  expect(see().problems.newSecurityCode).toBe("codes:securityCode.problem.characters");
});
