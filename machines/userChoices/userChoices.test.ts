import { expect, test } from "vitest";
import { createActor, fromPromise, waitFor } from "xstate";
import { type Choice, type Choices, userChoicesMachine } from "./userChoices.machine.ts";
import { viewUserChoices } from "./userChoices.view.ts";

/** A person before the switches, and a server that can be away. */
function openSwitches() {
  const server = { choices: { hideFromRanking: false, allowNotifications: true }, isAway: false };
  const asked: Partial<Choices>[] = [];
  const told: string[] = [];
  const actor = createActor(
    userChoicesMachine.provide({
      actors: {
        saveChoice: fromPromise<Choices, Partial<Choices>>(async ({ input }) => {
          asked.push(input);
          if (server.isAway) throw { kind: "network" };
          server.choices = { ...server.choices, ...input };
          return server.choices;
        }),
      },
    }),
    { input: { saved: server.choices } },
  );
  actor.on("choices.changed", ({ type }) => told.push(type));
  actor.start();
  const view = () => viewUserChoices(actor.getSnapshot());
  const press = async (choice: Choice) => {
    const action = view().actions.find(({ event }) => event.choice === choice);
    if (action?.enabled === true) actor.send(action.event);
    await waitFor(actor, (snapshot) => snapshot.matches("settled"));
    return view();
  };
  return { server, asked, told, actor, view, press };
}

test("a switch turns at once, and no other while it is being saved", () => {
  const { actor, view } = openSwitches();
  actor.send({ type: "ui.switch", choice: "hideFromRanking", isOn: true });
  expect(view().choices).toEqual({ hideFromRanking: true, allowNotifications: true });
  expect(view().actions.every(({ enabled }) => !enabled)).toBe(true);
});

test("somebody hides from the ranking, and shows again", async () => {
  const { server, asked, told, press } = openSwitches();
  expect((await press("hideFromRanking")).choices.hideFromRanking).toBe(true);
  expect(server.choices).toEqual({ hideFromRanking: true, allowNotifications: true });
  expect((await press("hideFromRanking")).choices.hideFromRanking).toBe(false);
  // Each asks for its own choice alone, so that what was chosen on another device stays.
  expect(asked).toEqual([{ hideFromRanking: true }, { hideFromRanking: false }]);
  expect(told).toHaveLength(2);
});

test("somebody in a tunnel sees that nothing was saved, and succeeds later", async () => {
  const { server, told, press } = openSwitches();
  server.isAway = true;
  expect(await press("allowNotifications")).toMatchObject({
    choices: { allowNotifications: true },
    failureKey: "errors:network",
  });
  expect(told).toEqual([]);
  server.isAway = false;
  expect(await press("allowNotifications")).toMatchObject({
    choices: { allowNotifications: false },
    failureKey: null,
  });
});

test("somebody with two phones silences the bot on one, and finds there what was hidden on the other", async () => {
  const { server, asked, told, press } = openSwitches();
  server.choices = { hideFromRanking: true, allowNotifications: true };
  expect((await press("allowNotifications")).choices).toEqual({ hideFromRanking: true, allowNotifications: false });
  expect((await press("hideFromRanking")).choices).toEqual({ hideFromRanking: false, allowNotifications: false });
  expect(asked).toEqual([{ allowNotifications: false }, { hideFromRanking: false }]);
  expect(server.choices).toEqual({ hideFromRanking: false, allowNotifications: false });
  expect(told).toHaveLength(2);
});
