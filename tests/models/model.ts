import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from "xstate";
import type { ViewAction } from "#machines/kit/viewAction.ts";

export type Context = Record<string, unknown>;

type AtLeastOne<Item> = readonly [Item, ...Item[]];

/** An event with its type alone. */
type Bare<Event extends { type: string }> = { type: Event["type"] };

/** What a model says of its chart, as types. */
interface ModelShape {
  context: object;
  event: { type: string };
  /** Output by invoke id (or id of a spawned child). */
  outputs: object;
  /** Snapshots that the chart reads of a child by `onSnapshot`, by invoke id. */
  snapshots?: object;
  input?: unknown;
}

/** What a walk needs to know about a machine beside its chart. */
export interface Model<Shape extends ModelShape> {
  machine: AnyStateMachine;
  /** One run starts from each. */
  inputs: AtLeastOne<Shape["input"]>;
  /** Samples by type: an event that carries something does not compile without one. The chart lists those that carry nothing. */
  events: {
    readonly [Event in Shape["event"] as Bare<Event> extends Event ? never : Event["type"]]: AtLeastOne<Event>;
  };
  /** How an invoked or spawned actor may end. An actor that never ends by itself has empty lists. */
  outcomes: {
    readonly [Id in keyof Shape["outputs"]]: { done: readonly Shape["outputs"][Id][]; error: readonly unknown[] };
  };
  /** Snapshots of a child that the chart reads by `onSnapshot`; it starts with the first. */
  snapshots?: { readonly [Id in keyof Shape["snapshots"]]: AtLeastOne<NonNullable<Shape["snapshots"]>[Id]> };
  /** The part of the context that guards read; states, timers and running actors are added by the walk. */
  key: (context: Shape["context"]) => unknown;
  /** Rules that hold after every step; `isIn` takes a full state path, `running` are the ids of actors at work. */
  invariants: Readonly<
    Record<string, (context: Shape["context"], isIn: (path: string) => boolean, running: readonly string[]) => boolean>
  >;
  /** The machine's projection; a life cycle has none. */
  view?: (snapshot: never) => { actions: readonly ViewAction<{ type: string }>[] };
  /** Keeps a walk small where independent parts would multiply: false leaves the stimulus (`<event type>#<n>`, `done(<id>)#<n>`) out. */
  isWalked?: (stimulus: string, context: Shape["context"], running: readonly string[]) => boolean;
  /** Controls that a second press may work again: a choice that is taken back, a further page. */
  repeatable?: readonly Shape["event"]["type"][];
  /** `ui.*` events that are no control of the view (typing in a field, a scroll position). */
  withoutControl?: readonly Shape["event"]["type"][];
  /** How a person makes an event, where that is not the press of a button with the action's label. */
  press?: {
    readonly [Type in Shape["event"]["type"]]?: (
      event: Extract<Shape["event"], { type: Type }>,
      context: Shape["context"],
    ) => Press;
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
  outcomes: Readonly<Record<string, { done: readonly unknown[]; error: readonly unknown[] }>>;
  snapshots?: Readonly<Record<string, readonly object[]>>;
  key: (context: Context) => unknown;
  invariants: Readonly<
    Record<string, (context: Context, isIn: (path: string) => boolean, running: readonly string[]) => boolean>
  >;
  isWalked?: (stimulus: string, context: Context, running: readonly string[]) => boolean;
  view?: (snapshot: AnyMachineSnapshot) => { actions: readonly ViewAction<AnyEventObject>[] };
  repeatable?: readonly string[];
  withoutControl?: readonly string[];
  press?: Readonly<Record<string, (event: never, context: never) => Press>>;
}

export function defineModel<Shape extends ModelShape>(model: Model<Shape>): WalkedModel {
  const types = model.machine.events.filter((type) => !type.startsWith("xstate."));
  const events = { ...Object.fromEntries(types.map((type) => [type, [{ type }]])), ...model.events };
  return { ...model, events } as unknown as WalkedModel;
}
