import { expect, test } from "vitest";
import { createActor, fromPromise, waitFor } from "xstate";
import type { Reaction } from "#domain/envelope/reactions.ts";
import { envelopeThankMachine } from "./envelopeThank.machine.ts";
import { viewEnvelopeThank } from "./envelopeThank.view.ts";

interface Asked {
  envelopeId: string;
  reaction: Reaction | null;
}

/** A person with a share, and a server that can be away. */
function open(saved: Reaction | null = null) {
  const server = { isAway: false };
  const asked: Asked[] = [];
  const told: string[] = [];
  const machine = envelopeThankMachine.provide({
    actors: {
      thank: fromPromise<{ reaction: Reaction | null }, Asked>(async ({ input }) => {
        asked.push(input);
        if (server.isAway) throw { kind: "network" };
        return { reaction: input.reaction };
      }),
    },
  });
  const actor = createActor(machine, { input: { envelopeId: "e1", saved } });
  actor.on("thanks.changed", ({ type }) => told.push(type));
  actor.start();
  const see = () => viewEnvelopeThank(actor.getSnapshot());
  const tap = async (reaction: Reaction) => {
    actor.send({ type: "ui.react", reaction });
    await waitFor(actor, (snapshot) => snapshot.matches("settled"));
    return see();
  };
  return { server, actor, asked, told, see, tap };
}

test("a tap thanks, another sign changes it, and the same once more takes it back", async () => {
  const { asked, told, see, tap } = open();
  expect(see()).toMatchObject({ reaction: null });
  expect(see().actions.map(({ event }) => event.reaction)).toEqual(["clap", "heart", "fire", "pray", "party", "laugh"]);
  expect((await tap("clap")).reaction).toBe("clap");
  expect((await tap("heart")).reaction).toBe("heart");
  expect((await tap("heart")).reaction).toBeNull();
  expect(asked).toEqual([
    { envelopeId: "e1", reaction: "clap" },
    { envelopeId: "e1", reaction: "heart" },
    { envelopeId: "e1", reaction: null },
  ]);
  expect(told).toHaveLength(3);
});

test("a sign is shown at once, and no other can be tapped until it is saved", () => {
  const { actor, asked, see } = open("fire");
  actor.send({ type: "ui.react", reaction: "laugh" });
  expect(see().reaction).toBe("laugh");
  expect(see().actions.every(({ enabled }) => !enabled)).toBe(true);
  actor.send({ type: "ui.react", reaction: "clap" });
  expect(asked).toHaveLength(1);
});

test("somebody in a tunnel sees that nothing was saved, and succeeds later", async () => {
  const { server, told, tap } = open("fire");
  server.isAway = true;
  expect(await tap("pray")).toMatchObject({ reaction: "fire", failureKey: "errors:network" });
  expect(told).toEqual([]);
  server.isAway = false;
  expect(await tap("pray")).toMatchObject({ reaction: "pray", failureKey: null });
});
