import { expect, test } from "vitest";
import { type AnyStateMachine, assign, setup } from "xstate";
import { createResourceMachine } from "#machines/kit/resource/resource.machine.ts";
import { provideActor } from "#machines/kit/provide.ts";
import { readActorNotes } from "./renderCharts.ts";
import { toIndex, toPage } from "./toPage.ts";

const doorMachine = setup({
  types: { events: {} as { type: "ui.open" } | { type: "door.slammed" } | { type: "ui.lock" } },
  actors: { ring: provideActor<null>("door.ring"), light: provideActor<null>("door.light") },
  guards: { isStuck: () => false },
  actions: { turnKey: () => undefined, sayHello: () => undefined },
  delays: { ajar: 1_500, draught: 4_000 },
}).createMachine({
  id: "door",
  description: "A door: open | shut, *never* both.",
  initial: "shut",
  states: {
    shut: {
      description: "Nobody | nothing comes through.",
      tags: ["quiet", "a|b"],
      on: {
        "ui.open": { target: "open", actions: "turnKey", description: "It is <pushed>." },
        "door.slammed": { actions: assign({}), description: "It is shut already." },
        "ui.lock": { target: "shut", reenter: true, description: "Anew." },
      },
    },
    open: {
      description: "One comes through.",
      entry: "sayHello",
      invoke: { id: "bell", src: "ring", onDone: { target: "gone", description: "It rang." } },
      always: { guard: "isStuck", target: "shut", description: "It cannot open." },
      after: { ajar: { target: "shut", description: "It closes." } },
    },
    gone: { type: "final", description: "There is no door." },
  },
});

/** Rows of one table of a page, without its heading row. */
function readRows(page: string, heading: string): string[] {
  const table = page.split(`## ${heading}\n\n`)[1]?.split("\n\n")[0] ?? "";
  return table
    .trim()
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .slice(2);
}

const files = [{ path: "machines/door/door.machine.ts", role: "Machine" }];
const page = toPage(doorMachine, { name: "door", files, actorNotes: new Map([["ring", "Rings | waits."]]) });

test("a page begins with the machine and its picture", () => {
  expect(page).toMatch(
    /^# door\n\nA door: open \\\| shut, \\\*never\\\* both\.\n\n!\[Statechart door\]\(door\.svg\)\n\n## States\n/,
  );
});

test("states come with kind, tags, actions and description, pipes escaped", () => {
  expect(readRows(page, "States")).toEqual([
    "| `shut` | first | `quiet`, `a\\|b` |  | Nobody \\| nothing comes through. |",
    "| `open` |  |  | `sayHello` | One comes through. |",
    "| `gone` | final |  |  | There is no door. |",
  ]);
});

test("transitions come with what sets them off: an event, an actor's end, a delay, nothing", () => {
  expect(readRows(page, "Transitions")).toEqual([
    "| `shut` | `ui.open` |  | `open` | `turnKey` | It is \\<pushed\\>. |",
    "| `shut` | `door.slammed` |  | stays | `assign` | It is shut already. |",
    "| `shut` | `ui.lock` |  | `shut` anew |  | Anew. |",
    "| `open` | `bell ✓` |  | `gone` |  | It rang. |",
    "| `open` | `after ajar (1500 ms)` |  | `shut` |  | It closes. |",
    "| `open` | `always` | `isStuck` | `shut` |  | It cannot open. |",
  ]);
});

test("events of people and others, actors that run and those that an action starts, and files are listed", () => {
  expect(page).toContain(
    "## Events\n\n- People: `ui.lock`, `ui.open`\n- Other machines and the world: `door.slammed`\n",
  );
  expect(readRows(page, "Actors")).toEqual([
    "| `bell` | `ring` | `open` | Rings \\| waits. |",
    "|  | `light` | started by an action |  |",
  ]);
  expect(page).toContain("- Machine: [machines/door/door.machine.ts](../../machines/door/door.machine.ts)\n");
});

test("a machine with a type parameter has a page, which leaves out columns without a word", () => {
  const machine: AnyStateMachine = createResourceMachine<object, null>();
  const resource = toPage(machine, { name: "resource", files, actorNotes: new Map() });
  expect(resource).toContain("| State | Kind | On entry | What it is |\n");
  expect(readRows(resource, "Transitions")).toContain(
    "| `ready` | `after pollInterval (3 s)` | `isFollowed` | `refreshing` |  | It may have changed by itself; why the last reading failed is said until one succeeds. |",
  );
});

test("the index names every machine with its line", () => {
  expect(toIndex(new Map([["door", doorMachine]]))).toContain(
    "\n- [door](door.md): A door: open \\| shut, \\*never\\* both.\n",
  );
});

test("a comment above a provided actor is what the page says of it", () => {
  const code = `actors: {
    /** Rings the bell. */
    ring: provideActor<null>("door.ring"),
    light: provideActor<null>("door.light"),
    /** Not an actor of the world. */
    prompt: promptMachine,
  }`;
  expect([...readActorNotes(code)]).toEqual([["ring", "Rings the bell."]]);
});
