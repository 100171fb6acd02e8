import { setup, type AnyStateMachine } from "xstate";

import { model as choiceModel } from "#machines/kit/choice/choice.model.ts";
import { model as followModel } from "#machines/kit/follow/follow.model.ts";
import { model as listModel } from "#machines/kit/pagedList/pagedList.model.ts";
import { createResourceMachine } from "#machines/kit/resource/resource.machine.ts";
import { model as resourceModel } from "#machines/kit/resource/resource.model.ts";
import { type ChartEdge, listEdges } from "#tests/models/chartEdges.ts";
import type { Press, WalkedModel } from "#tests/models/model.ts";

import type { ScreenWalk } from "./screenWalk.ts";

/** A chart of the kit on a screen that shows what it reads: each of the samples is seen. */
type KitWalk = Pick<ScreenWalk, "model" | "unreached" | "isEachSeen">;

type AtLeastOne<Item> = readonly [Item, ...Item[]];

interface Rows {
  items: readonly object[];
  total: number;
  nextCursor: string | null;
  extra: object;
}

/** @param hidden events of a person for which the screen has no control */
export function hide(model: WalkedModel, hidden: readonly string[]): KitWalk {
  const isShown = { isShown: false };
  const unreached = leaveOut(
    model.machine,
    ({ key, source }) => hidden.includes(key) || (hidden.includes("ui.loadMore") && source === "loadingMore"),
    "the screen has no control for it",
  );
  return {
    isEachSeen: true,
    model: { ...model, press: { ...model.press, ...Object.fromEntries(hidden.map((type) => [type, () => isShown])) } },
    unreached,
  };
}

/** Transitions that a screen cannot have, for one reason. */
export function leaveOut(
  machine: AnyStateMachine,
  isLeft: (edge: ChartEdge) => boolean,
  reason: string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(listEdges(machine).flatMap((edge) => (isLeft(edge) ? [[edge.id, reason]] : [])));
}

/** @param values what may be read; the first one changes by itself */
export function walkResource(values: AtLeastOne<object>, hidden = ["ui.refresh"]): KitWalk {
  const isFollowed = ({ context }: { context: { value: object | null } }) => context.value === values[0];
  const model: WalkedModel = {
    ...resourceModel,
    machine: createResourceMachine().provide({ guards: { isFollowed } }),
    outcomes: { read: { done: values, error: resourceModel.outcomes["read"]?.error ?? [] } },
    key: ({ value, failure }) => [values.indexOf(value as object), failure],
    invariants: {},
  };
  return hide(model, hidden);
}

/**
 * The first half of the rows goes on, the other half is the last page.
 *
 * @param extra what the answers have beside their rows
 */
export function walkList(rows: readonly object[], hidden = ["ui.refresh"], extra: object = {}): KitWalk {
  const middle = Math.ceil(rows.length / 2);
  const fill = (page: Rows | null): Rows | null => {
    if (page === null || page.items.length === 0) return page && { ...page, extra };
    const items = page.nextCursor === null && rows.length > 1 ? rows.slice(middle) : rows.slice(0, middle);
    return { ...page, items, total: page.nextCursor === null ? items.length : rows.length, extra };
  };
  const { done = [], error = [] } = listModel.outcomes["fetchPage"] ?? {};
  const opened = (listModel.events["list.load"] ?? []).map((event) =>
    Object.assign({}, event, { restoredPage: fill((event as unknown as { restoredPage: Rows | null }).restoredPage) }),
  );
  const model: WalkedModel = {
    ...listModel,
    events: { ...listModel.events, "list.load": opened },
    outcomes: { fetchPage: { done: done.map((page) => fill(page as Rows)), error } },
  };
  return hide(model, hidden);
}

/** @param readings what may be read of it */
export function walkFollow(machine: AnyStateMachine, readings: AtLeastOne<object>): KitWalk & { staysAtEnd: true } {
  const model: WalkedModel = {
    ...followModel,
    machine,
    inputs: [
      { id: "f1", reading: null },
      { id: "f1", reading: null, awaited: "a transaction" },
    ],
    outcomes: { read: { done: readings, error: followModel.outcomes["read"]?.error ?? [] } },
    key: ({ reading, failure, awaited, hurriedFor }) => [
      readings.indexOf(reading as object),
      failure,
      awaited ?? null,
      hurriedFor,
    ],
    invariants: {},
    // What is not there is not asked for again.
    press: { "ui.retry": (_, { failure }: { failure: { kind: string } }) => ({ isShown: failure.kind === "network" }) },
  };
  return { isEachSeen: true, staysAtEnd: true, model };
}

interface Turn {
  name: string;
  isOn: boolean;
}

/** @param machine of the flow, with what there is to choose */
export function walkChoice<Name extends string>(
  machine: AnyStateMachine,
  input: object,
  [first, second]: [Name, Name],
): KitWalk {
  const turn = (name: Name, isOn: boolean) => ({ type: "ui.turn", name, isOn });
  const model: WalkedModel = {
    ...choiceModel,
    machine,
    inputs: [input],
    events: { "ui.turn": [turn(first, true), turn(second, false)] },
    outcomes: { save: { done: [[first, second], []], error: choiceModel.outcomes["save"]?.error ?? [] } },
    press: {
      "ui.turn": ({ name, isOn }: Turn, { saved }: { saved: readonly string[] }): Press => ({
        isShown: saved.includes(name) !== isOn,
      }),
    },
  };
  return { isEachSeen: true, model };
}

const stillMachine = setup({ types: { events: {} as { type: "environment.start" } } }).createMachine({
  id: "still",
  initial: "shown",
  states: { shown: { on: { "environment.start": { description: "The app has started." } } } },
});

/** A page that nothing changes. */
export const STILL = {
  flow: "environment",
  model: {
    machine: stillMachine,
    inputs: [undefined],
    events: { "environment.start": [{ type: "environment.start" }] },
    outcomes: {},
    key: () => null,
    invariants: {},
    view: () => ({ actions: [] }),
  },
} as const satisfies Pick<ScreenWalk, "flow" | "model">;
