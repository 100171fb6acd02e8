import { expect, test } from "vitest";
import { createActor, fromPromise, waitFor } from "xstate";
import { scriptPrompt } from "#tests/support/scriptPrompt.ts";
import type { Failure } from "../kit/failure.ts";
import {
  type AutoPayoutChoice,
  type AutoPayoutInput,
  autoPayoutMachine,
  findFeeProblem,
} from "./autoPayout.machine.ts";
import { type AutoPayoutView, viewAutoPayout } from "./autoPayout.view.ts";

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
  const actor = createActor(
    autoPayoutMachine.provide({
      actors: { loadChoice: fromPromise<AutoPayoutChoice, AutoPayoutInput>(async () => ({ maxFee: null })) },
    }),
    { input: { coinType: "eth" } },
  ).start();
  actor.send({ type: "ui.open" });
  await new Promise((resolve) => void setTimeout(resolve));
  const see = () => viewAutoPayout(actor.getSnapshot());
  actor.send({ type: "ui.edit" });
  expect(see().problemKey).toBeNull();
  actor.send({ type: "ui.submit" });
  expect(see()).toMatchObject({ state: "typing", problemKey: "withdraw:auto.problem.feeRequired" });
  actor.send({ type: "ui.type", field: "maxFee", value: "0." });
  expect(see().problemKey).toBeNull();
  actor.send({ type: "ui.type", field: "maxFee", value: "0.001" });
  actor.send({ type: "ui.submit" });
  expect(see().state).toBe("askingCode");
});

/** The switch of one coin at a server that knows the code. */
function openSwitch(maxFee: string | null) {
  const server: { maxFee: string | null; refusal: Failure | null } = { maxFee, refusal: null };
  const told: string[] = [];
  const machine = autoPayoutMachine.provide({
    actors: {
      loadChoice: fromPromise<AutoPayoutChoice, AutoPayoutInput>(async ({ input }) => {
        expect(input).toEqual({ coinType: "eth" });
        if (server.refusal !== null) throw server.refusal;
        return { maxFee: server.maxFee };
      }),
      securityCodePrompt: scriptPrompt((attempt) => {
        if (server.refusal !== null) return Promise.reject(server.refusal);
        if (attempt.kind === "autoPayout") server.maxFee = attempt.maxFee;
        return Promise.resolve({ kind: "autoPayout" });
      }),
    },
  });
  const actor = createActor(machine, { input: { coinType: "eth" } });
  actor.on("*", ({ type }) => told.push(type));
  actor.start().send({ type: "ui.open" });
  const see = async (state: AutoPayoutView["state"]) =>
    viewAutoPayout(await waitFor(actor, (snapshot) => snapshot.value === state));
  const findPrompt = () => actor.getSnapshot().children.securityCodePrompt;
  const enter = (): void => {
    findPrompt()?.send({ type: "ui.type", field: "securityCode", value: "R1ghtone" });
    findPrompt()?.send({ type: "ui.submit" });
  };
  return { server, told, actor, see, findPrompt, enter };
}

test("it is switched on with a highest fee and the code, and off with the code", async () => {
  const { server, actor, see, enter } = openSwitch(null);
  await see("off");
  actor.send({ type: "ui.edit" });
  actor.send({ type: "ui.type", field: "maxFee", value: "0.0005" });
  actor.send({ type: "ui.submit" });
  await see("askingCode");
  enter();
  expect([(await see("on")).maxFee, server.maxFee]).toEqual(["0.0005", "0.0005"]);
  actor.send({ type: "ui.turnOff" });
  await see("askingCode");
  enter();
  expect([(await see("off")).maxFee, server.maxFee]).toEqual([null, null]);
});

test("giving up the code changes nothing, and what was typed stays", async () => {
  const { server, actor, see, findPrompt } = openSwitch(null);
  await see("off");
  actor.send({ type: "ui.edit" });
  actor.send({ type: "ui.type", field: "maxFee", value: "0.0005" });
  actor.send({ type: "ui.submit" });
  await see("askingCode");
  findPrompt()?.send({ type: "ui.cancel" });
  expect([(await see("typing")).typed, server.maxFee]).toEqual(["0.0005", null]);
});

test("who has forgotten the code is led to its recovery, and it stays on", async () => {
  const { told, actor, see, findPrompt } = openSwitch("0.001");
  await see("on");
  actor.send({ type: "ui.turnOff" });
  await see("askingCode");
  findPrompt()?.send({ type: "ui.forgot" });
  expect([(await see("on")).maxFee, told]).toEqual(["0.001", ["recovery.wanted"]]);
});

test("a refusal is told, and another look shows what the server has", async () => {
  const { server, actor, see, enter } = openSwitch("0.001");
  await see("on");
  server.refusal = { kind: "api", error: "spendingBlocked", message: "", retryAfterSeconds: 3600 };
  actor.send({ type: "ui.turnOff" });
  await see("askingCode");
  enter();
  expect((await see("failed")).failureKey).toBe("errors:spendingBlocked");
  // What the server has cannot be read either, at first.
  server.refusal = { kind: "network" };
  actor.send({ type: "ui.retry" });
  await see("loading");
  expect((await see("failed")).failureKey).toBe("errors:network");
  // Without a network it is read again by itself once there is one.
  server.refusal = { kind: "timeout" };
  actor.send({ type: "app.online" });
  await see("loading");
  expect((await see("failed")).failureKey).toBe("errors:timeout");
  actor.send({ type: "app.online" });
  expect((await see("failed")).state).toBe("failed");
  server.refusal = null;
  actor.send({ type: "ui.retry" });
  expect((await see("on")).failureKey).toBeNull();
});

test("who goes back from the fee leaves it off, and finds what was typed", async () => {
  const { actor, see } = openSwitch(null);
  await see("off");
  actor.send({ type: "ui.edit" });
  actor.send({ type: "ui.type", field: "maxFee", value: "0.0005" });
  actor.send({ type: "ui.back" });
  await see("off");
  actor.send({ type: "ui.edit" });
  expect((await see("typing")).typed).toBe("0.0005");
});
