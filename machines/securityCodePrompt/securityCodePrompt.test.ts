import { expect, test } from "vitest";
import { openChart } from "#tests/support/openChart.ts";
import { openHandClock } from "#tests/support/openHandClock.ts";
import { OFFLINE, refuse } from "#tests/support/refusal.ts";
import type { Failure } from "../kit/failure.ts";
import type { SecuredAttempt } from "./securedAttempt.ts";
import { securityCodePromptMachine } from "./securityCodePrompt.machine.ts";
import { viewSecurityCodePrompt } from "./securityCodePrompt.view.ts";

const NOON_MS = Date.UTC(2026, 10, 20, 12);
const UNBINDING: SecuredAttempt = { kind: "unbindWallet", walletId: "w1" };
const ASKED = refuse("securityCodeRequired");
const WRONG = refuse("wrongSecurityCode");
const LOCKED = refuse("securityCodeLocked", { retryAfterSeconds: 900 });

/** Requests that the test answers, and a clock that it sets. */
function start(failure: Failure = ASKED) {
  const { countdown, pass } = openHandClock(NOON_MS);
  const chart = openChart(securityCodePromptMachine, viewSecurityCodePrompt, {
    input: { attempt: UNBINDING, failure },
    world: { countdown },
  });
  const { send } = chart;
  const type = (value: string) => send({ type: "ui.type", field: "securityCode", value });
  const submit = () => send({ type: "ui.submit" });
  const refuseTry = (refusal: Failure) => chart.fail("tryCode", refusal);
  const listTries = () => chart.listRequests("tryCode").map(({ input }) => input);
  return { ...chart, passTime: pass, type, submit, refuseTry, listTries };
}

test.each<[Failure, "asking" | "wrong" | "locked"]>([
  [ASKED, "asking"],
  [WRONG, "wrong"],
  [LOCKED, "locked"],
])("starts with what the server said: %o", (failure, state) => {
  expect(start(failure).look().state).toBe(state);
});

test("is over at once where the code is not the reason", () => {
  expect(start(OFFLINE).actor.getSnapshot().output).toEqual({ status: "failed", failure: OFFLINE });
});

test.each(["", "Short1", "alllower1", "NODIGITS", "汉字Code12"])("%j cannot be a code, and is not sent", (code) => {
  const { type, submit, look, listTries } = start();
  type(code);
  submit();
  expect([look().state, look().problemKey, listTries()]).toEqual(["asking", "codes:prompt.impossible", []]);
  expect(type("R1ghtone").problemKey).toBeNull();
});

test("a double tap tries once, with the attempt as it was", async () => {
  const { actor, listControls, type, submit, look, answer, listTries } = start();
  type("R1ghtone");
  submit();
  submit();
  expect([look().isBusy, listControls()]).toEqual([true, []]);
  expect(listTries()).toEqual([{ attempt: UNBINDING, securityCode: "R1ghtone" }]);
  await answer("tryCode", { kind: "unbindWallet" });
  expect(actor.getSnapshot()).toMatchObject({
    output: { status: "given", result: { kind: "unbindWallet" } },
    context: { securityCode: "" },
  });
});

test("what is under way cannot be typed over, given up or forgotten", async () => {
  const { type, submit, look, send } = start();
  type("R1ghtone");
  submit();
  type("0therOne");
  send({ type: "ui.cancel" }, { type: "ui.forgot" });
  expect([look().state, look().securityCode]).toEqual(["checking", "R1ghtone"]);
  // Every control keeps its place, so that the sheet keeps its height.
  expect(look().actions).toContainEqual(expect.objectContaining({ event: { type: "ui.forgot" }, enabled: false }));
});

test("a wrong code is told, cannot be sent again by a tap, and gives way to another", async () => {
  const { listControls, type, submit, look, refuseTry, listTries } = start();
  type("Wr0ngone");
  submit();
  await refuseTry(WRONG);
  submit();
  expect(look()).toMatchObject({ state: "wrong", securityCode: "", problemKey: "errors:wrongSecurityCode" });
  expect([listTries().length, listControls()]).toEqual([1, ["ui.forgot", "ui.cancel"]]);
  expect(type("R")).toMatchObject({ state: "asking", securityCode: "R", problemKey: null });
});

test("a lock takes no code before its deadline, and a page that slept through it wakes unlocked", async () => {
  const { type, submit, look, refuseTry, listTries, passTime } = start();
  type("Wr0ngone");
  submit();
  await refuseTry(LOCKED);
  passTime(0);
  type("R1ghtone");
  submit();
  expect([listTries().length, look().securityCode]).toEqual([1, ""]);
  expect(look()).toMatchObject({ state: "locked", lockEndsAt: "2026-11-20T12:15:00.000Z" });
  passTime(899_999);
  expect(look().state).toBe("locked");
  passTime(3_600_000);
  expect(look()).toMatchObject({ state: "asking", lockEndsAt: null });
});

test("a lock whose end the server does not tell lasts a minute", () => {
  const { look } = start(refuse("securityCodeLocked"));
  expect(look().lockEndsAt).toBe("2026-11-20T12:01:00.000Z");
});

test("no answer in time ends the question", async () => {
  const { actor, type, submit, refuseTry } = start();
  type("R1ghtone");
  submit();
  await refuseTry({ kind: "timeout" });
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
    left.press("ui.cancel");
    expect(left.actor.getSnapshot().output).toEqual({ status: "cancelled" });
    const forgotten = open();
    forgotten.press("ui.forgot");
    expect(forgotten.actor.getSnapshot().output).toEqual({ status: "forgotten" });
    for (const { look, listTries } of [left, forgotten]) expect([look().securityCode, listTries()]).toEqual(["", []]);
  },
);
