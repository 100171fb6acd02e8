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

test.each([
  ["/homePage", "ui.next", "about:welcome.skip", "about:welcome.start"],
  ["/getPacket?envelopeId=e1", "ui.leave", "about:welcome.openEnvelope", "about:welcome.openEnvelope"],
])("on the way to %s the main thing is %s", (target, mainType, first, last) => {
  const { actor, see, label } = open(target);
  expect([see().mainType, label("ui.leave")]).toEqual([mainType, first]);
  actor.send({ type: "ui.next" });
  actor.send({ type: "ui.next" });
  expect([see().mainType, label("ui.leave")]).toEqual(["ui.leave", last]);
});
