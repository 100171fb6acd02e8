import { expect, test } from "vitest";
import { createActor, fromPromise, waitFor } from "xstate";
import { type ChoiceRequest, createChoiceMachine } from "./choice.machine.ts";
import { viewChoice } from "./choice.view.ts";

type Name = "tea" | "cake" | "wine";
type Asked = ChoiceRequest<Name, { table: string }>;

/** A person with things to choose, and a server that can be away. */
function open({ isOneAtMost = false } = {}) {
  const saved: readonly Name[] = ["cake"];
  const labelKeys = { tea: "menu:tea", cake: "menu:cake", wine: "menu:wine" };
  const server = { on: new Set(saved), isAway: false };
  const asked: Asked[] = [];
  const told: string[] = [];
  const machine = createChoiceMachine<Name, { table: string }>({ labelKeys, isOneAtMost }).provide({
    actors: {
      save: fromPromise<readonly Name[], Asked>(async ({ input }) => {
        asked.push(input);
        if (server.isAway) throw { kind: "network" };
        if (input.isOn && isOneAtMost) server.on.clear();
        if (input.isOn) server.on.add(input.name);
        else server.on.delete(input.name);
        return [...server.on];
      }),
    },
  });
  const actor = createActor(machine, { input: { params: { table: "t1" }, saved } });
  actor.on("choice.changed", ({ type }) => told.push(type));
  actor.start();
  const see = () => viewChoice(actor.getSnapshot());
  /** What is shown to be on. */
  const listOn = () => see().actions.flatMap(({ event: { name, isOn } }) => (isOn ? [] : [name]));
  const tap = (name: Name) => {
    const action = see().actions.find(({ event }) => event.name === name);
    if (action?.enabled === true) actor.send(action.event);
    return listOn();
  };
  const settle = async () => {
    await waitFor(actor, (snapshot) => snapshot.matches("settled"));
    return { on: listOn(), failureKey: see().failureKey };
  };
  return { server, asked, told, see, tap, settle };
}

test("something turns at once, and nothing else while it is being saved", () => {
  const { asked, see, tap } = open();
  expect(tap("tea")).toEqual(["tea", "cake"]);
  expect(see().actions.map(({ labelKey, enabled }) => [labelKey, enabled])).toEqual([
    ["menu:tea", false],
    ["menu:cake", false],
    ["menu:wine", false],
  ]);
  expect(tap("wine")).toEqual(["tea", "cake"]);
  expect(asked).toHaveLength(1);
});

test("somebody turns one thing on and off again, and asks for that alone", async () => {
  const { asked, told, tap, settle } = open();
  tap("tea");
  expect(await settle()).toEqual({ on: ["tea", "cake"], failureKey: null });
  tap("tea");
  expect(await settle()).toEqual({ on: ["cake"], failureKey: null });
  const params = { table: "t1" };
  expect(asked).toEqual([
    { params, name: "tea", isOn: true },
    { params, name: "tea", isOn: false },
  ]);
  expect(told).toEqual(["choice.changed", "choice.changed"]);
});

test("of what goes one at most, another takes the place, and the same once more takes it back", async () => {
  const { tap, settle } = open({ isOneAtMost: true });
  expect(tap("tea")).toEqual(["tea"]);
  expect(await settle()).toEqual({ on: ["tea"], failureKey: null });
  expect(tap("tea")).toEqual([]);
  expect(await settle()).toEqual({ on: [], failureKey: null });
});

test("somebody in a tunnel sees that nothing was saved, and succeeds later", async () => {
  const { server, told, tap, settle } = open({ isOneAtMost: true });
  server.isAway = true;
  expect(tap("wine")).toEqual(["wine"]);
  expect(await settle()).toEqual({ on: ["cake"], failureKey: "errors:network" });
  expect(told).toEqual([]);
  server.isAway = false;
  tap("wine");
  expect(await settle()).toEqual({ on: ["wine"], failureKey: null });
});

test("somebody with two phones finds on one what was chosen on the other", async () => {
  const { server, tap, settle } = open();
  server.on.add("wine");
  tap("tea");
  expect(await settle()).toEqual({ on: ["tea", "cake", "wine"], failureKey: null });
});
