import {
  type AnyActorLogic,
  type AnyStateMachine,
  createActor,
  type EmittedFrom,
  type EventFrom,
  fromPromise,
  type InputFrom,
  type OutputFrom,
  type PromiseActorLogic,
  SimulatedClock,
  type SnapshotFrom,
  StateMachine,
  waitFor,
} from "xstate";
import type { ViewAction } from "#machines/kit/viewAction.ts";
import { type Deferred, deferredLogic, listDeferred, provideEach } from "#tests/models/deferred.ts";
import type { ActorsOf } from "#tests/models/model.ts";

/** What answers a request. What it throws the request rejects with. */
type Answer<Logic> =
  Logic extends PromiseActorLogic<infer Output, infer Input>
    ? (input: Input, signal: AbortSignal) => Output | PromiseLike<Output>
    : never;

/** By the name of what a chart needs: what answers such requests, or what stands for it. */
export type World<Machine extends AnyStateMachine> = {
  readonly [Name in keyof ActorsOf<Machine>]?: ActorsOf<Machine>[Name] | Answer<ActorsOf<Machine>[Name]>;
};

/** The chart in such a world. What the world leaves out waits until the test ends it. */
export function provideWorld<Machine extends AnyStateMachine>(machine: Machine, world: World<Machine>): Machine {
  const given = world as Readonly<Record<string, AnyActorLogic | ((input: unknown, signal: AbortSignal) => unknown)>>;
  return provideEach(machine, (name, logic) => {
    const known = given[name];
    if (typeof known === "function") return fromPromise(async ({ input, signal }) => known(input, signal));
    return known ?? (logic instanceof StateMachine ? provideWorld(logic as AnyStateMachine, {}) : deferredLogic);
  }) as Machine;
}

/** Until all that has been answered has come to the chart. */
export const settle = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve));

interface Opening<Machine extends AnyStateMachine> {
  input?: InputFrom<Machine>;
  world?: World<Machine>;
  /** What it is sent first. */
  events?: readonly EventFrom<Machine>[];
}

interface Shown {
  actions?: readonly ViewAction<{ type: string }>[];
  state?: unknown;
}

type ControlOf<View extends Shown> = NonNullable<View["actions"]>[number]["event"]["type"];

/** A running chart in a world that the test makes up, at a simulated time, seen as a screen sees it. */
export function openChart<Machine extends AnyStateMachine, View extends Shown>(
  machine: Machine,
  view: (snapshot: SnapshotFrom<Machine>) => View,
  { input, world = {}, events = [] }: Opening<Machine> = {},
) {
  const clock = new SimulatedClock();
  const actor = createActor(provideWorld(machine, world), { input, clock });
  const emitted: EmittedFrom<Machine>[] = [];
  actor.on("*", (event) => emitted.push(event));
  const shown: View["state"][] = [];
  actor.subscribe((snapshot) => shown.push(view(snapshot).state));
  actor.start();

  const look = (): View => view(actor.getSnapshot());
  const send = (...sent: readonly EventFrom<Machine>[]): View => {
    for (const event of sent) actor.send(event);
    return look();
  };
  const act = async (...sent: readonly EventFrom<Machine>[]): Promise<View> => {
    send(...sent);
    await settle();
    return look();
  };
  const reach = async (isThere: (seen: View) => boolean): Promise<View> => {
    const snapshot = await waitFor(actor, (seen) => isThere(view(seen)));
    return view(snapshot);
  };
  const listControls = ({ actions = [] }: Shown = look()) =>
    actions.flatMap(({ event, enabled }) => (enabled ? [event.type as ControlOf<View>] : []));
  const listRequests = (id: string): Deferred[] => listDeferred(actor).filter(({ self }) => self.id === id);
  const end = async (id: string, how: "resolve" | "reject", value: unknown): Promise<View> => {
    const request = listRequests(id).at(-1);
    if (request === undefined) throw new Error(`${id} was not asked for`);
    request.isSettled = true;
    request[how](value);
    return act();
  };
  send(...events);
  return {
    actor,
    clock,
    /** What the chart told, in order. */
    emitted,
    /** The states that were seen, in order. */
    shown,
    look,
    send,
    /** Sends, and gives time to what answers at once. */
    act,
    reach,
    see: (state: View["state"]) => reach((seen) => seen.state === state),
    /** What somebody can press now. */
    listControls,
    /** Presses one control after the other as the screen does: each must be there. */
    press: (...types: readonly ControlOf<View>[]): View => {
      for (const type of types) {
        const action = look().actions?.find(({ event, enabled }) => event.type === type && enabled);
        if (action === undefined) throw new Error(`${type} cannot be pressed; ${listControls().join(", ")} can`);
        send(action.event as EventFrom<Machine>);
      }
      return look();
    },
    listTold: <Type extends EmittedFrom<Machine>["type"]>(type: Type) =>
      emitted.filter((event): event is Extract<EmittedFrom<Machine>, { type: Type }> => event.type === type),
    /** Requests that wait for the test, also those of children, in order. */
    listRequests,
    /** Ends the last such request, also one of a child. */
    end,
    answer: <Name extends keyof ActorsOf<Machine> & string>(id: Name, output: OutputFrom<ActorsOf<Machine>[Name]>) =>
      end(id, "resolve", output),
    fail: (id: string, error: unknown) => end(id, "reject", error),
    /** After what was answered so far. */
    pass: async (ms: number): Promise<View> => {
      await settle();
      clock.increment(ms);
      return act();
    },
  };
}
