import { expect, test } from "vitest";
import { openChart } from "#tests/support/openChart.ts";
import { OFFLINE, refuse } from "#tests/support/refusal.ts";
import { scriptPrompt } from "#tests/support/scriptPrompt.ts";
import type { Failure } from "../kit/failure.ts";
import { autoPayoutMachine, findFeeProblem } from "./autoPayout.machine.ts";
import { viewAutoPayout } from "./autoPayout.view.ts";

/** The switch of one coin at a server that knows the code. */
function openSwitch(maxFee: string | null) {
  const server: { maxFee: string | null; refusal: Failure | null } = { maxFee, refusal: null };
  const chart = openChart(autoPayoutMachine, viewAutoPayout, {
    input: { coinType: "eth" },
    world: {
      loadChoice: (input) => {
        expect(input).toEqual({ coinType: "eth" });
        if (server.refusal !== null) throw server.refusal;
        return { maxFee: server.maxFee };
      },
      securityCodePrompt: scriptPrompt(async (attempt) => {
        if (server.refusal !== null) throw server.refusal;
        if (attempt.kind === "autoPayout") server.maxFee = attempt.maxFee;
        return { kind: "autoPayout" };
      }),
    },
    events: [{ type: "ui.open" }],
  });
  const { actor, see, send, press } = chart;
  const type = (value: string) => send({ type: "ui.type", field: "maxFee", value });
  /** As far as a typed fee. */
  const typeFee = async () => {
    await see("off");
    press("ui.edit");
    return type("0.0005");
  };
  const findPrompt = () => actor.getSnapshot().children.securityCodePrompt;
  const enter = (): void => {
    findPrompt()?.send({ type: "ui.type", field: "securityCode", value: "R1ghtone" });
    findPrompt()?.send({ type: "ui.submit" });
  };
  return { ...chart, server, type, typeFee, findPrompt, enter };
}

test.each([
  ["", "feeRequired"],
  ["0", "feeRequired"],
  ["0.0", "feeRequired"],
  ["0.", "feeRequired"],
  ["1.", "feeFormat"],
  ["0.0000001", "feeFormat"],
  ["0.0005", null],
])("the fee %j: %s", (typed, problem) => {
  expect(findFeeProblem(typed)).toBe(problem);
});

test("a problem shows once the form was sent, until something is typed", async () => {
  const { see, press, type } = openSwitch(null);
  await see("off");
  expect(press("ui.edit").problemKey).toBeNull();
  expect(press("ui.submit")).toMatchObject({ state: "typing", problemKey: "withdraw:auto.problem.feeRequired" });
  expect(type("0.").problemKey).toBeNull();
  type("0.001");
  expect(press("ui.submit").state).toBe("askingCode");
});

test("it is switched on with a highest fee and the code, and off with the code", async () => {
  const { server, see, enter, press, typeFee } = openSwitch(null);
  await typeFee();
  press("ui.submit");
  await see("askingCode");
  enter();
  expect([(await see("on")).maxFee, server.maxFee]).toEqual(["0.0005", "0.0005"]);
  press("ui.turnOff");
  await see("askingCode");
  enter();
  expect([(await see("off")).maxFee, server.maxFee]).toEqual([null, null]);
});

test("giving up the code changes nothing, and what was typed stays", async () => {
  const { server, see, findPrompt, press, typeFee } = openSwitch(null);
  await typeFee();
  press("ui.submit");
  await see("askingCode");
  findPrompt()?.send({ type: "ui.cancel" });
  expect([(await see("typing")).typed, server.maxFee]).toEqual(["0.0005", null]);
});

test("who has forgotten the code is led to its recovery, and it stays on", async () => {
  const { see, findPrompt, press, emitted } = openSwitch("0.001");
  await see("on");
  press("ui.turnOff");
  await see("askingCode");
  findPrompt()?.send({ type: "ui.forgot" });
  expect([(await see("on")).maxFee, emitted]).toMatchObject(["0.001", [{ type: "code.wanted", isForgotten: true }]]);
});

test("a refusal is told, and another look shows what the server has", async () => {
  const { server, see, enter, press, send } = openSwitch("0.001");
  await see("on");
  server.refusal = refuse("spendingBlocked", { retryAfterSeconds: 3600 });
  press("ui.turnOff");
  await see("askingCode");
  enter();
  expect((await see("failed")).failureKey).toBe("errors:spendingBlocked");
  // What the server has cannot be read either, at first.
  server.refusal = OFFLINE;
  press("ui.retry");
  await see("loading");
  expect((await see("failed")).failureKey).toBe("errors:network");
  // Without a network it is read again by itself once there is one.
  server.refusal = { kind: "timeout" };
  send({ type: "app.online" });
  await see("loading");
  expect((await see("failed")).failureKey).toBe("errors:timeout");
  send({ type: "app.online" });
  expect((await see("failed")).state).toBe("failed");
  server.refusal = null;
  press("ui.retry");
  expect((await see("on")).failureKey).toBeNull();
});

test("who goes back from the fee leaves it off, and finds what was typed", async () => {
  const { see, press, typeFee } = openSwitch(null);
  await typeFee();
  press("ui.back");
  await see("off");
  press("ui.edit");
  expect((await see("typing")).typed).toBe("0.0005");
});
