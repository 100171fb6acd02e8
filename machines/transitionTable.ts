/**
 * The oracle of a chart, written by hand from the specification and never read from the chart.
 *
 * Keys, outer: state path (`loggedIn.fetchingUser`), `(machine)` for the root.
 * Keys, inner: event type; `done(<invokeId>)`, `error(<invokeId>)`, `after(<delayName>)`, `always`;
 * and `initial` for a compound state's (and the machine's) first child.
 * A list holds the guarded candidates in the order in which the chart tries them.
 */
export interface TableShape {
  context: object;
  event: { type: string };
  /** Output by invoke id; an id without output is `undefined`. */
  outputs: object;
  input?: unknown;
}

export interface TransitionRow<Context, Event> {
  /** Name of the guard in `setup`. Absent: unconditional. */
  guard?: string;
  /** Full path of the target state. Absent: the state stays. */
  target?: string;
  /** True where the transition leaves and enters its own source again. */
  reenter?: true;
  /** Exact new values, entry and exit actions included; every other context key must stay as it was. Absent: nothing changes. */
  changes?: Partial<Context> | ((before: Context, event: Event) => Partial<Context>);
  /** Types of the events emitted by the transition with its exit and entry actions, in order. Absent: none. */
  emits?: readonly string[];
}

type Rows<Context, Event> = TransitionRow<Context, Event> | readonly TransitionRow<Context, Event>[];

type Extra<Shape extends TableShape> = {
  readonly [Id in keyof Shape["outputs"] & string as `done(${Id})`]?: Rows<Shape["context"], { output: Shape["outputs"][Id] }>;
} & {
  readonly [Id in keyof Shape["outputs"] & string as `error(${Id})`]?: Rows<Shape["context"], { error: unknown }>;
} & {
  readonly [Key in `after(${string})` | "always"]?: Rows<Shape["context"], Shape["event"]>;
};

type StateRows<Shape extends TableShape> = Extra<Shape> & {
  readonly [Type in Shape["event"]["type"]]?: Rows<Shape["context"], Extract<Shape["event"], { type: Type }>>;
} & {
  /** First child, full path. */
  readonly initial?: string;
};

export type TransitionTable<Shape extends TableShape> = {
  /** The whole first context for an input. */
  readonly context: (input: Shape["input"]) => Shape["context"];
  /** User events that a state leaves unanswered on purpose need no row; every answered one does. */
  readonly states: { readonly [statePath: string]: StateRows<Shape> };
};
