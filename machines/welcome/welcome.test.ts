import { expect, test } from "vitest";
import { createActor } from "xstate";
import { type WelcomeEvent, welcomeMachine } from "./welcome.machine.ts";
import { viewWelcome } from "./welcome.view.ts";

function open(target: string, isFromGroup = false) {
  const actor = createActor(welcomeMachine, { input: { target, isFromGroup } }).start();
  const see = () => viewWelcome(actor.getSnapshot());
  const label = (type: string) => see().actions.find(({ event }) => event.type === type)?.labelKey;
  return { actor, see, label };
}

test("the steps are counted, and one can go back", () => {
  const { actor, see } = open("/homePage");
  const steps: number[] = [see().step];
  for (const type of ["ui.next", "ui.next", "ui.previous", "ui.previous"] as const) {
    actor.send({ type });
    steps.push(see().step);
  }
  expect(steps).toEqual([1, 2, 3, 2, 1]);
  expect(see().stepCount).toBe(3);
});

test("who comes from a group is told what can be done in it, at once and once", () => {
  const texts = [false, true].map((isFromGroup) => {
    const { actor, see } = open("/homePage", isFromGroup);
    const read = [see().textKey];
    for (let step = 0; step < 2; step += 1) {
      actor.send({ type: "ui.next" });
      read.push(see().textKey);
    }
    return read;
  });
  const rest = ["about:welcome.opening.text", "about:welcome.keeping.text"];
  expect(texts).toEqual([
    ["about:welcome.sending.text", ...rest],
    ["about:welcome.sending.inGroup", ...rest],
  ]);
});

test("the main thing is to go on, and to begin at the end", () => {
  const { actor, see, label } = open("/homePage");
  expect([see().mainType, label("ui.leave")]).toEqual(["ui.next", "about:welcome.skip"]);
  actor.send({ type: "ui.next" });
  actor.send({ type: "ui.next" });
  expect([see().mainType, label("ui.leave")]).toEqual(["ui.leave", "about:welcome.start"]);
});

/** A new person with a wish; a tap presses a control of the screen. */
function meet(target: string) {
  const shown: string[] = [];
  const actor = createActor(welcomeMachine, { input: { target, isFromGroup: false } });
  actor.on("navigate", ({ to }) => shown.push(to));
  actor.start();
  const tap = (type: WelcomeEvent["type"]) => {
    const action = viewWelcome(actor.getSnapshot()).actions.find(({ event }) => event.type === type);
    if (action === undefined) throw new Error(`there is no ${type}`);
    actor.send(action.event);
  };
  return { tap, shown, see: () => viewWelcome(actor.getSnapshot()) };
}

test("somebody who came by an envelope's link is one tap away from it, on every step", () => {
  for (const steps of [0, 1, 2]) {
    const { tap, shown } = meet("/sendPacket?chatId=-1001");
    for (let step = 0; step < steps; step += 1) tap("ui.next");
    tap("ui.leave");
    expect(shown).toEqual(["/sendPacket?chatId=-1001"]);
  }
});

test("somebody who reads all three steps ends where the link wanted to go", () => {
  const { tap, shown, see } = meet("/sendPacket?chatId=-1001");
  const titles: string[] = [];
  for (let step = 0; step < 2; step += 1) {
    titles.push(see().titleKey);
    tap("ui.next");
  }
  titles.push(see().titleKey);
  expect(new Set(titles).size).toBe(3);
  expect(shown).toEqual([]);
  tap("ui.leave");
  expect(shown).toEqual(["/sendPacket?chatId=-1001"]);
});

test("a person in a hurry skips it at once, and a second tap leads nowhere else", () => {
  const { tap, shown, see } = meet("/homePage");
  tap("ui.leave");
  expect(see().actions).toEqual([]);
  expect(shown).toEqual(["/homePage"]);
});
