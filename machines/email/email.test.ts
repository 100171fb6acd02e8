import { expect, test } from "vitest";
import { openChart, provideWorld } from "#tests/support/openChart.ts";
import { OFFLINE, refuse } from "#tests/support/refusal.ts";
import { emailCodeMachine, type SentCode } from "../emailCode/emailCode.machine.ts";
import { createCountdown } from "../kit/countdown.ts";
import type { Failure } from "../kit/failure.ts";
import { emailMachine } from "./email.machine.ts";
import { viewEmail } from "./email.view.ts";

const SENT: SentCode = { resendAfterSeconds: 60, expiresAt: "2026-11-20T12:10:00.000Z", isEarlier: false };

/** Requests that the test answers. */
function start(email = "") {
  const chart = openChart(emailMachine, viewEmail, {
    input: { email },
    world: { emailCode: provideWorld(emailCodeMachine, { countdown: createCountdown(() => () => {}) }) },
  });
  const { actor, send, answer, listRequests } = chart;
  const open = (current: string | null) => {
    send({ type: "ui.open" });
    return answer("loadAccount", { email: current, hasSecurityCode: false });
  };
  const type = (value: string) => send({ type: "ui.type", field: "email", value });
  const submit = (typed: string) => {
    type(typed);
    return send({ type: "ui.submit" });
  };
  const findCode = () => actor.getSnapshot().children.emailCode;
  /** The code comes by mail and is typed. */
  const typeCode = async () => {
    await chart.end("sendCode", "resolve", SENT);
    findCode()?.send({ type: "ui.type", field: "verificationCode", value: "004217" });
  };
  const listSends = () => listRequests("sendCode").map(({ input }) => input);
  const countLoads = () => listRequests("loadAccount").length;
  return { ...chart, open, type, submit, findCode, typeCode, listSends, countLoads };
}

test("the account is read once, also by a double tap", () => {
  const { look, send, countLoads } = start();
  expect([look().state, countLoads()]).toEqual(["idle", 0]);
  expect([send({ type: "ui.open" }, { type: "ui.open" }).isBusy, countLoads()]).toEqual([true, 1]);
});

test("what was typed before a reload is there again", async () => {
  const { open } = start("ann@exam");
  expect(await open(null)).toMatchObject({ state: "typing", email: "ann@exam", problemKey: null });
});

test.each<[string, string | null]>([
  ["", "codes:emailProblem.required"],
  ["ann", "codes:emailProblem.format"],
  ["ann @example.com", "codes:emailProblem.format"],
  ["ann@example", "codes:emailProblem.format"],
  [" OLD@example.com ", "codes:emailProblem.same"],
])("%j is refused before anything is sent, and no longer once it is corrected", async (typed, problemKey) => {
  const { open, submit, look, type, listSends } = start();
  await open("old@example.com");
  submit(typed);
  expect([look().state, look().problemKey, look().rejectedSubmits, listSends()]).toEqual(["typing", problemKey, 1, []]);
  expect(type("x").problemKey).toBeNull();
});

test("a double tap sends one code, to the address without its spaces", async () => {
  const { open, submit, send, listSends } = start();
  await open(null);
  submit(" ann@example.com ");
  expect([send({ type: "ui.submit" }).state, listSends()]).toEqual([
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
    const { actor, emitted, open, submit, look, press, end, typeCode } = start();
    await open(before);
    submit("ann@example.com");
    await typeCode();
    await end("verifyCode", "resolve", { changedAt: "2026-11-20T12:00:00.000Z" });
    expect(emitted).toEqual([
      { type: "draft.changed", text: "ann@example.com" },
      { type: "draft.changed", text: "" },
      { type: "app.userChanged" },
    ]);
    const isChange = before !== null;
    expect(look()).toMatchObject({ state: "saved", currentEmail: "ann@example.com", isChange, blockedUntil });
    press("ui.continue");
    expect([emitted.at(-1), actor.getSnapshot().status]).toEqual([{ type: "left" }, "done"]);
  },
);

test.each<[Failure, string]>([
  [refuse("sameEmail"), "codes:emailProblem.same"],
  [refuse("invalidRequest"), "codes:emailProblem.format"],
])("what the server has against the address stands at the address: %o", async (failure, problemKey) => {
  const { open, submit, fail, type } = start();
  await open(null);
  submit("ann@example.com");
  expect(await fail("sendCode", failure)).toMatchObject({
    state: "typing",
    email: "ann@example.com",
    problemKey,
    rejectedSubmits: 1,
  });
  expect(type("anna@example.com").problemKey).toBeNull();
});

test("who goes back from the code finds the address", async () => {
  const { open, submit, fail, look, findCode } = start();
  await open(null);
  submit("ann@example.com");
  await fail("sendCode", refuse("tooManyTries", { retryAfterSeconds: 3300 }));
  findCode()?.send({ type: "ui.back" });
  expect(look()).toMatchObject({ state: "typing", email: "ann@example.com", problemKey: null });
});

test("who does not know the security code any more is led to its recovery, and finds the address after it", async () => {
  const { fail, emitted, open, submit, look, findCode, typeCode } = start();
  await open("old@example.com");
  submit("ann@example.com");
  await typeCode();
  await fail("verifyCode", refuse("securityCodeRequired"));
  findCode()?.getSnapshot().children.securityCodePrompt?.send({ type: "ui.forgot" });
  expect(emitted.at(-1)).toEqual({ type: "code.wanted", isForgotten: true });
  expect(look()).toMatchObject({ state: "typing", email: "ann@example.com" });
});

test("an account that cannot be read says why and when to come back, and is read again", async () => {
  const { fail, send, press, countLoads } = start();
  send({ type: "ui.open" });
  const failed = { state: "failed", failureKey: "errors:tooManyTries", failureValues: { wait: "42" } };
  expect(await fail("loadAccount", refuse("tooManyTries", { retryAfterSeconds: 42 }))).toMatchObject(failed);
  expect(press("ui.retry")).toMatchObject({ state: "loading", failureKey: null, failureValues: {} });
  await fail("loadAccount", OFFLINE);
  expect([send({ type: "app.online" }).state, countLoads()]).toEqual(["loading", 3]);
});

test("leaving the page cancels the code that is being sent", async () => {
  const { actor, open, submit, listRequests } = start();
  await open(null);
  submit("ann@example.com");
  actor.stop();
  expect(listRequests("sendCode")[0]?.signal.aborted).toBe(true);
});
