import { expect, test } from "vitest";
import { createActor } from "xstate";
import { welcomeMachine } from "./welcome.machine.ts";
import { viewWelcome } from "./welcome.view.ts";

function open(target: string) {
  const actor = createActor(welcomeMachine, { input: { target } }).start();
  const see = () => viewWelcome(actor.getSnapshot());
  const label = (type: string) => see().actions.find(({ event }) => event.type === type)?.labelKey;
  return { actor, see, label };
}

test("the steps are counted, and one can go back", () => {
  const { actor, see } = open("/homePage");
  const steps: number[] = [see().step];
  for (const type of ["ui.next", "ui.next", "ui.previous"] as const) {
    actor.send({ type });
    steps.push(see().step);
  }
  expect(steps).toEqual([1, 2, 3, 2]);
  expect(see().stepCount).toBe(3);
});

test("the main thing is to go on, and to begin at the end", () => {
  const { actor, see, label } = open("/homePage");
  expect([see().mainType, label("ui.leave")]).toEqual(["ui.next", "about:welcome.skip"]);
  actor.send({ type: "ui.next" });
  actor.send({ type: "ui.next" });
  expect([see().mainType, label("ui.leave")]).toEqual(["ui.leave", "about:welcome.start"]);
});
