import { expect, test } from "vitest";
import { createActor, fromPromise, SimulatedClock, waitFor } from "xstate";
import { userChoicesMachine, type Choices } from "./userChoices.machine.ts";
import { viewUserChoices } from "./userChoices.view.ts";

const SAVED: Choices = { hideFromRanking: false, allowNotifications: true };

function start(save: (choices: Partial<Choices>) => Promise<Choices>) {
  const clock = new SimulatedClock();
  const actor = createActor(
    userChoicesMachine.provide({
      actors: { saveChoice: fromPromise<Choices, Partial<Choices>>(({ input }) => save(input)) },
    }),
    { input: { saved: SAVED }, clock },
  ).start();
  return { actor, clock, view: () => viewUserChoices(actor.getSnapshot()) };
}

test("a switch turns at once, and no other while it is being saved", () => {
  const { actor, view } = start(() => new Promise(() => {}));
  actor.send({ type: "ui.switch", choice: "hideFromRanking", isOn: true });
  expect(view().choices).toEqual({ hideFromRanking: true, allowNotifications: true });
  expect(view().actions.every(({ enabled }) => !enabled)).toBe(true);
});

test("what the server answers is what stands", async () => {
  const answer = { hideFromRanking: true, allowNotifications: false };
  const { actor, view } = start(() => Promise.resolve(answer));
  actor.send({ type: "ui.switch", choice: "hideFromRanking", isOn: true });
  await waitFor(actor, (snapshot) => snapshot.matches("settled"));
  expect(view()).toMatchObject({ choices: answer, failureKey: null });
});

test("a switch turns back after 100 seconds without an answer", () => {
  const { actor, clock, view } = start(() => new Promise(() => {}));
  actor.send({ type: "ui.switch", choice: "allowNotifications", isOn: false });
  clock.increment(100_000);
  expect(view().choices).toEqual(SAVED);
  expect(view().failureKey).not.toBeNull();
});
