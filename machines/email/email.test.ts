import { expect, test } from "vitest";
import { createActor, fromPromise } from "xstate";
import { createCountdown } from "../kit/countdown.ts";
import {
  type EmailCodeGoal,
  emailCodeMachine,
  type SentCode,
  type VerifiedAttempt,
} from "../emailCode/emailCode.machine.ts";
import type { Failure } from "../kit/failure.ts";
import { type AccountSafety, emailMachine } from "./email.machine.ts";
import { viewEmail } from "./email.view.ts";

const settle = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve));

/** Requests that the test answers. */
function start(email = "") {
  const loads: (PromiseWithResolvers<AccountSafety> & { signal: AbortSignal })[] = [];
  const sends: (PromiseWithResolvers<SentCode> & { input: unknown; signal: AbortSignal })[] = [];
  const tries: PromiseWithResolvers<{ changedAt: string }>[] = [];
  const emitted: unknown[] = [];
  const actor = createActor(
    emailMachine.provide({
      actors: {
        loadAccount: fromPromise<AccountSafety, undefined>(({ signal }) => {
          const load = { ...Promise.withResolvers<AccountSafety>(), signal };
          loads.push(load);
          return load.promise;
        }),
        emailCode: emailCodeMachine.provide({
          actors: {
            countdown: createCountdown(() => () => {}),
            sendCode: fromPromise<SentCode, { goal: EmailCodeGoal["kind"]; address: string }>(({ input, signal }) => {
              const send = { ...Promise.withResolvers<SentCode>(), input, signal };
              sends.push(send);
              return send.promise;
            }),
            verifyCode: fromPromise<{ changedAt: string }, VerifiedAttempt>(() => {
              const attempt = Promise.withResolvers<{ changedAt: string }>();
              tries.push(attempt);
              return attempt.promise;
            }),
          },
        }),
      },
    }),
    { input: { email } },
  );
  actor.on("*", (event) => emitted.push(event));
  actor.start();
  const see = () => viewEmail(actor.getSnapshot());
  const open = async (current: string | null) => {
    actor.send({ type: "ui.open" });
    loads.at(-1)?.resolve({ email: current, hasSecurityCode: false });
    await settle();
  };
  const submit = (typed: string) => {
    actor.send({ type: "ui.type", field: "email", value: typed });
    actor.send({ type: "ui.submit" });
  };
  const refuseSend = async (failure: Failure) => {
    sends.at(-1)?.reject(failure);
    await settle();
  };
  return { actor, loads, sends, tries, emitted, see, open, submit, refuseSend };
}

test("the account is read once, also by a double tap", () => {
  const { actor, loads, see } = start();
  expect([see().state, loads]).toEqual(["idle", []]);
  actor.send({ type: "ui.open" });
  actor.send({ type: "ui.open" });
  expect([see().isBusy, loads.length]).toEqual([true, 1]);
});

test("what was typed before a reload is there again", async () => {
  const { see, open } = start("ann@exam");
  await open(null);
  expect(see()).toMatchObject({ state: "typing", email: "ann@exam", problemKey: null });
});

test.each<[string, string | null]>([
  ["", "codes:emailProblem.required"],
  ["ann", "codes:emailProblem.format"],
  ["ann @example.com", "codes:emailProblem.format"],
  ["ann@example", "codes:emailProblem.format"],
  [" OLD@example.com ", "codes:emailProblem.same"],
])("%j is refused before anything is sent, and no longer once it is corrected", async (typed, problemKey) => {
  const { actor, sends, see, open, submit } = start();
  await open("old@example.com");
  submit(typed);
  expect([see().state, see().problemKey, see().rejectedSubmits, sends]).toEqual(["typing", problemKey, 1, []]);
  actor.send({ type: "ui.type", field: "email", value: "x" });
  expect(see().problemKey).toBeNull();
});

test("a double tap sends one code, to the address without its spaces", async () => {
  const { actor, sends, see, open, submit } = start();
  await open(null);
  submit(" ann@example.com ");
  actor.send({ type: "ui.submit" });
  expect([see().state, sends.map(({ input }) => input)]).toEqual([
    "proving",
    [{ goal: "updateEmail", address: "ann@example.com" }],
  ]);
});

test.each([
  [null, null],
  ["old@example.com", "2026-11-21T12:00:00.000Z"],
])(
  "what is typed instead of %s is kept for a reload until it is the email, and blocks spending until %s",
  async (before, blockedUntil) => {
    const { actor, sends, tries, emitted, see, open, submit } = start();
    await open(before);
    submit("ann@example.com");
    sends[0]?.resolve({ resendAfterSeconds: 60, expiresAt: "2026-11-20T12:10:00.000Z", isEarlier: false });
    await settle();
    actor.getSnapshot().children.emailCode?.send({ type: "ui.type", field: "verificationCode", value: "004217" });
    tries[0]?.resolve({ changedAt: "2026-11-20T12:00:00.000Z" });
    await settle();
    expect(emitted).toEqual([
      { type: "draft.changed", email: "ann@example.com" },
      { type: "draft.changed", email: null },
      { type: "app.userChanged" },
    ]);
    const isChange = before !== null;
    expect(see()).toMatchObject({ state: "saved", currentEmail: "ann@example.com", isChange, blockedUntil });
    actor.send({ type: "ui.continue" });
    expect([emitted.at(-1), actor.getSnapshot().status]).toEqual([{ type: "left" }, "done"]);
  },
);

test.each<[Failure, string]>([
  [{ kind: "api", error: "sameEmail", message: "" }, "codes:emailProblem.same"],
  [{ kind: "api", error: "invalidRequest", message: "" }, "codes:emailProblem.format"],
])("what the server has against the address stands at the address: %o", async (failure, problemKey) => {
  const { actor, see, open, submit, refuseSend } = start();
  await open(null);
  submit("ann@example.com");
  await refuseSend(failure);
  expect(see()).toMatchObject({ state: "typing", email: "ann@example.com", problemKey, rejectedSubmits: 1 });
  actor.send({ type: "ui.type", field: "email", value: "anna@example.com" });
  expect(see().problemKey).toBeNull();
});

test("who goes back from the code finds the address", async () => {
  const { actor, see, open, submit, refuseSend } = start();
  await open(null);
  submit("ann@example.com");
  await refuseSend({ kind: "api", error: "tooManyTries", message: "", retryAfterSeconds: 3300 });
  actor.getSnapshot().children.emailCode?.send({ type: "ui.back" });
  expect(see()).toMatchObject({ state: "typing", email: "ann@example.com", problemKey: null });
});

test("who does not know the security code any more is led to its recovery, and finds the address after it", async () => {
  const { actor, sends, tries, emitted, see, open, submit } = start();
  await open("old@example.com");
  submit("ann@example.com");
  sends[0]?.resolve({ resendAfterSeconds: 60, expiresAt: "2026-11-20T12:10:00.000Z", isEarlier: false });
  await settle();
  const code = actor.getSnapshot().children.emailCode;
  code?.send({ type: "ui.type", field: "verificationCode", value: "004217" });
  tries[0]?.reject({ kind: "api", error: "securityCodeRequired", message: "" });
  await settle();
  code?.getSnapshot().children.securityCodePrompt?.send({ type: "ui.forgot" });
  expect(emitted.at(-1)).toEqual({ type: "recovery.wanted" });
  expect(see()).toMatchObject({ state: "typing", email: "ann@example.com" });
});

test("an account that cannot be read says why and when to come back, and is read again", async () => {
  const { actor, loads, see } = start();
  actor.send({ type: "ui.open" });
  loads[0]?.reject({ kind: "api", error: "tooManyTries", message: "", retryAfterSeconds: 42 });
  await settle();
  expect(see()).toMatchObject({ state: "failed", failureKey: "errors:tooManyTries", failureValues: { wait: "42" } });
  actor.send({ type: "ui.retry" });
  expect(see()).toMatchObject({ state: "loading", failureKey: null, failureValues: {} });
  loads[1]?.reject({ kind: "network" });
  await settle();
  actor.send({ type: "app.online" });
  expect([see().state, loads.length]).toEqual(["loading", 3]);
});

test("leaving the page cancels the code that is being sent", async () => {
  const { actor, sends, open, submit } = start();
  await open(null);
  submit("ann@example.com");
  actor.stop();
  expect(sends[0]?.signal.aborted).toBe(true);
});
