import { expect, test } from "vitest";
import { openChart } from "#tests/support/openChart.ts";
import { OFFLINE } from "#tests/support/refusal.ts";
import { type ChoiceRequest, createChoiceMachine } from "./choice.machine.ts";
import { viewChoice } from "./choice.view.ts";

type Name = "tea" | "cake" | "wine";

/** A person with things to choose, and a server that can be away. */
function open({ isOneAtMost = false } = {}) {
  const saved: readonly Name[] = ["cake"];
  const labelKeys = { tea: "menu:tea", cake: "menu:cake", wine: "menu:wine" };
  const server = { on: new Set(saved), isAway: false };
  const asked: ChoiceRequest<Name, { table: string }>[] = [];
  const machine = createChoiceMachine<Name, { table: string }>({
    labelKeys,
    isOneAtMost,
    effect: { type: "page.outdated" },
  });
  const { look, act, send, listTold } = openChart(machine, viewChoice<Name, { table: string }>, {
    input: { params: { table: "t1" }, saved },
    world: {
      save: (request) => {
        asked.push(request);
        if (server.isAway) throw OFFLINE;
        if (request.isOn && isOneAtMost) server.on.clear();
        if (request.isOn) server.on.add(request.name);
        else server.on.delete(request.name);
        return [...server.on];
      },
    },
  });
  /** What is shown to be on. */
  const listOn = () => look().actions.flatMap(({ event: { name, isOn } }) => (isOn ? [] : [name]));
  const tap = (name: Name) => {
    const action = look().actions.find(({ event }) => event.name === name);
    if (action?.enabled === true) send(action.event);
    return listOn();
  };
  const settle = async () => {
    const { failureKey } = await act();
    return { on: listOn(), failureKey };
  };
  const countChanges = () => listTold("page.outdated").length;
  return { server, asked, look, tap, settle, countChanges };
}

test("something turns at once, and nothing else while it is being saved", () => {
  const { asked, tap, look } = open();
  expect(tap("tea")).toEqual(["tea", "cake"]);
  expect(look().actions.map(({ labelKey, enabled }) => [labelKey, enabled])).toEqual([
    ["menu:tea", false],
    ["menu:cake", false],
    ["menu:wine", false],
  ]);
  expect(tap("wine")).toEqual(["tea", "cake"]);
  expect(asked).toHaveLength(1);
});

test("somebody turns one thing on and off again, and asks for that alone", async () => {
  const { asked, tap, settle, countChanges } = open();
  tap("tea");
  expect(await settle()).toEqual({ on: ["tea", "cake"], failureKey: null });
  tap("tea");
  expect(await settle()).toEqual({ on: ["cake"], failureKey: null });
  const params = { table: "t1" };
  expect(asked).toEqual([
    { params, name: "tea", isOn: true },
    { params, name: "tea", isOn: false },
  ]);
  expect(countChanges()).toBe(2);
});

test("of what goes one at most, another takes the place, and the same once more takes it back", async () => {
  const { tap, settle } = open({ isOneAtMost: true });
  expect(tap("tea")).toEqual(["tea"]);
  expect(await settle()).toEqual({ on: ["tea"], failureKey: null });
  expect(tap("tea")).toEqual([]);
  expect(await settle()).toEqual({ on: [], failureKey: null });
});

test("somebody in a tunnel sees that nothing was saved, and succeeds later", async () => {
  const { server, tap, settle, countChanges } = open({ isOneAtMost: true });
  server.isAway = true;
  expect(tap("wine")).toEqual(["wine"]);
  expect(await settle()).toEqual({ on: ["cake"], failureKey: "errors:network" });
  expect(countChanges()).toBe(0);
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
