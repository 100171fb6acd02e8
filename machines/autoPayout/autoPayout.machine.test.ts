import { expect, test } from "vitest";
import { createActor, fromPromise } from "xstate";
import {
  autoPayoutMachine,
  findFeeProblem,
  type AutoPayoutChoice,
  type AutoPayoutInput,
} from "./autoPayout.machine.ts";
import { viewAutoPayout } from "./autoPayout.view.ts";

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
  actor.send({ type: "ui.type", field: "maxFee", value: "0.001" });
  expect(see().problemKey).toBeNull();
  actor.send({ type: "ui.submit" });
  expect(see().state).toBe("askingCode");
});
