/**
 * The oracle of a chart, written by hand from the specification and never read from the chart.
 *
 * Keys, outer: full state path (`loggedIn.user.fetching`), `(machine)` for the root.
 * Keys, inner: event type; `done(<invokeId>)`, `error(<invokeId>)`, `error(*)` for children of any other id,
 * `snapshot(<invokeId>)`, `after(<delayName>)`, `always`;
 * `done` where a compound state reacts to its own final child; `initial` for a state's first child.
 * A list holds the guarded candidates in the order in which the chart tries them.
 */
export interface TableShape {
  context: object;
  event: { type: string };
  /** Output by invoke id (or id of a spawned child). */
  outputs: object;
  /** Snapshots that the chart reads of a child by `onSnapshot`, by invoke id. */
  snapshots?: object;
  input?: unknown;
}

type ExpectedEvents<Context, Event> =
  | readonly string[]
  | ((before: Context, event: Event) => readonly { type: string }[]);

interface RowBody<Context, Event> {
  /** Full path of the target state. Absent: the state stays. */
  target?: string;
  /** True where the transition leaves and enters its source again, or its target although it is inside the source. */
  reenter?: true;
  /**
   * Exact new values, those of exit and entry actions included; every other context key must stay as it was.
   * Absent: nothing changes.
   */
  changes?: Partial<Context> | ((before: Context, event: Event) => Partial<Context>);
  /** What the transition emits with its exit and entry actions, in order: types, or whole events. Absent: nothing. */
  emits?: ExpectedEvents<Context, Event>;
  /** What it sends to other actors, likewise. */
  sends?: ExpectedEvents<Context, Event>;
}

/** `guard` is its name in `setup`, `when` the rule behind it, written again by hand. */
interface RowCondition<Context, Event> {
  guard: string;
  when: (before: Context, event: Event) => boolean;
}

interface NoCondition {
  guard?: undefined;
  when?: undefined;
}

export type TransitionRow<Context, Event> = RowBody<Context, Event> & (RowCondition<Context, Event> | NoCondition);

type Rows<Context, Event> = TransitionRow<Context, Event> | readonly TransitionRow<Context, Event>[];

export type StateRows<Shape extends TableShape> = {
  readonly [Type in Shape["event"]["type"]]?: Rows<Shape["context"], Extract<Shape["event"], { type: Type }>>;
} & {
  readonly [Id in keyof Shape["outputs"] & string as `done(${Id})`]?: Rows<
    Shape["context"],
    { output: Shape["outputs"][Id] }
  >;
} & {
  readonly [Id in keyof Shape["outputs"] & string as `error(${Id})`]?: Rows<Shape["context"], { error: unknown }>;
} & {
  readonly "error(*)"?: Rows<Shape["context"], { actorId: string; error: unknown }>;
} & {
  readonly [Id in keyof Shape["snapshots"] & string as `snapshot(${Id})`]?: Rows<
    Shape["context"],
    { snapshot: NonNullable<Shape["snapshots"]>[Id] }
  >;
} & {
  readonly [Key in `after(${string})`]?: Rows<Shape["context"], { type: string }>;
} & {
  readonly always?: Rows<Shape["context"], { type: string }>;
  readonly done?: Rows<Shape["context"], { type: string }>;
  /** First child, full path. */
  readonly initial?: string;
};

interface ActorStart<Shape extends TableShape> {
  /** Takes a full state path. */
  isIn: (path: string) => boolean;
  /** What set the actor off. */
  event: Shape["event"];
}

export interface TransitionTable<Shape extends TableShape> {
  /** Milliseconds of every fixed delay by name. */
  readonly delaysMs?: Readonly<Record<string, number>>;
  /** Input of every actor that takes one, by id, from the context in which it starts. */
  readonly asks?: {
    readonly [Id in keyof Shape["outputs"]]?: (context: Shape["context"], start: ActorStart<Shape>) => unknown;
  };
  /** The whole first context for an input, entry actions of the first states included. */
  readonly context: (input: Shape["input"]) => Shape["context"];
  /** Every state of the chart has an entry, empty where it answers nothing. */
  readonly states: Readonly<Record<string, StateRows<Shape>>>;
}
