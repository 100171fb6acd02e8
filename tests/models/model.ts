import type {
  AnyEventObject,
  AnyMachineSnapshot,
  AnyStateMachine,
  ContextFrom,
  EventFrom,
  InputFrom,
  OutputFrom,
} from "xstate";
import type { ViewAction } from "#machines/kit/viewAction.ts";

export type Context = Record<string, unknown>;

type AtLeastOne<Item> = readonly [Item, ...Item[]];

/** What a chart needs, by name. */
export type ActorsOf<Machine extends AnyStateMachine> = Required<
  NonNullable<Parameters<Machine["provide"]>[0]["actors"]>
>;

/** The type of an event that is sent from outside and carries something. */
type TypeOfFull<Event extends AnyEventObject> = { type: Event["type"] } extends Event
  ? never
  : Exclude<Event["type"], `xstate.${string}`>;

/** How an actor may end. One that never ends by itself has empty lists. */
interface Ends<Output> {
  done: readonly Output[];
  error: readonly unknown[];
}

type Rule<Known> = (context: Known, isIn: (path: string) => boolean, running: readonly string[]) => boolean;

/** What a walk needs to know about a machine beside its chart. */
export interface Model<Machine extends AnyStateMachine, Sent extends AnyEventObject = EventFrom<Machine>> {
  machine: Machine;
  /** One run starts from each. */
  inputs: AtLeastOne<InputFrom<Machine>>;
  /** Samples of each event that has more than its type; the others come from the chart. One that is left out does not compile. */
  events: {
    readonly [Event in Sent as TypeOfFull<Event>]: AtLeastOne<Event>;
  };
  /** By id of an invoked or spawned actor, which is its name unless the chart has several of the name; the walk misses one. */
  outcomes: { readonly [Name in keyof ActorsOf<Machine>]?: Ends<OutputFrom<ActorsOf<Machine>[Name]>> } & Readonly<
    Record<string, Ends<OutputFrom<ActorsOf<Machine>[keyof ActorsOf<Machine>]>>>
  >;
  /** Snapshots of a child that the chart reads by `onSnapshot`; it starts with the first. */
  snapshots?: { readonly [Name in keyof ActorsOf<Machine>]?: AtLeastOne<object> };
  /** The part of the context that guards read; states, timers and running actors are added by the walk. */
  key: (context: ContextFrom<Machine>) => unknown;
  /** Rules that hold after every step; `isIn` takes a full state path, `running` are the ids of actors at work. */
  invariants: Readonly<Record<string, Rule<ContextFrom<Machine>>>>;
  /** The machine's projection; a life cycle has none. */
  view?: (snapshot: never) => { actions: readonly ViewAction<{ type: string }>[] };
  /** Keeps a walk small where independent parts would multiply: false leaves the stimulus (`<event type>#<n>`, `done(<id>)#<n>`) out. */
  isWalked?: (stimulus: string, context: ContextFrom<Machine>, running: readonly string[]) => boolean;
  /** Controls that a second press may work again: a choice that is taken back, a further page. */
  repeatable?: readonly Sent["type"][];
  /** `ui.*` events that are no control of the view (typing in a field, a scroll position). */
  withoutControl?: readonly Sent["type"][];
  /** How a person makes an event, where that is not the press of a button with the action's label. */
  press?: {
    readonly [Type in Sent["type"]]?: (event: Extract<Sent, { type: Type }>, context: ContextFrom<Machine>) => Press;
  };
}

export interface Press {
  /** Keys of the names that its control may have, or the names; by default that of the action's label. */
  names?: readonly string[];
  /** Whether the messenger's arrow does it, beside a control or alone. */
  isBack?: boolean;
  /** Among several that are told apart by nothing else: a selector of all, and which of them it is; -1 is the last. */
  among?: readonly [selector: string, index: number];
  /** False where the screen has no control for it now. */
  isShown?: boolean;
  /** What is typed into it. */
  fill?: string;
}

/** A model without its types, as the harness walks it. */
export interface WalkedModel {
  machine: AnyStateMachine;
  inputs: readonly unknown[];
  events: Readonly<Record<string, readonly AnyEventObject[]>>;
  outcomes: Readonly<Record<string, Ends<unknown>>>;
  snapshots?: Readonly<Record<string, readonly object[]>>;
  key: (context: Context) => unknown;
  invariants: Readonly<Record<string, Rule<Context>>>;
  isWalked?: (stimulus: string, context: Context, running: readonly string[]) => boolean;
  view?: (snapshot: AnyMachineSnapshot) => { actions: readonly ViewAction<AnyEventObject>[] };
  repeatable?: readonly string[];
  withoutControl?: readonly string[];
  press?: Readonly<Record<string, (event: never, context: never) => Press>>;
}

export function defineModel<Machine extends AnyStateMachine, Sent extends AnyEventObject = EventFrom<Machine>>(
  model: Model<Machine, Sent>,
): WalkedModel {
  const types = model.machine.events.filter((type) => !type.startsWith("xstate."));
  const events = { ...Object.fromEntries(types.map((type) => [type, [{ type }]])), ...model.events };
  return { ...model, events } as unknown as WalkedModel;
}
