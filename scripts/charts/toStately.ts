import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from "xstate";

/** A transition as a `createMachine` configuration writes it, with names in place of code. */
interface WrittenTransition {
  target?: readonly string[];
  guard?: string;
  actions?: readonly string[];
  reenter?: true;
  description?: string;
}

type Written = Record<string, unknown>;
type ByEvent = Record<string, readonly WrittenTransition[]>;

/** What an actor of a state tells, and where an invoke writes what follows. */
const ACTOR_EVENT = /^xstate\.(done\.actor|error\.actor|snapshot)\.(.+)$/u;
const ACTOR_KEYS: Readonly<Record<string, string>> = {
  "done.actor": "onDone",
  "error.actor": "onError",
  snapshot: "onSnapshot",
};
const AFTER_EVENT = /^xstate\.after\.([^.]+)\./u;
const DONE_EVENT = "xstate.done.state.";

/** `assign` and the like are functions that carry a type; guards and actions with parameters are objects with one. */
function getName(code: unknown): string {
  if (typeof code === "string") return code;
  const isTyped = (typeof code === "object" || typeof code === "function") && code !== null && "type" in code;
  return isTyped ? String(code.type) : "(inline)";
}

function writeTransition({ target, guard, actions, reenter, description }: AnyTransitionDefinition): WrittenTransition {
  return {
    ...(target === undefined ? {} : { target: target.map(({ id }) => `#${id}`) }),
    ...(guard === undefined ? {} : { guard: getName(guard) }),
    ...(actions.length === 0 ? {} : { actions: actions.map(getName) }),
    ...(reenter ? { reenter } : {}),
    ...(description === undefined ? {} : { description }),
  };
}

/** Leaves out what is empty. */
function writeFields(fields: Written): Written {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([, field]) => field !== undefined && (typeof field !== "object" || Object.keys(field ?? {}).length > 0),
    ),
  );
}

function writeState(node: AnyStateNode): Written {
  const on: ByEvent = {};
  const after: ByEvent = {};
  const ofActors = new Map<string, ByEvent>(node.invoke.map(({ id }) => [id, {}]));
  let onDone: readonly WrittenTransition[] = [];
  for (const [type, candidates] of node.transitions) {
    const written = candidates.map(writeTransition);
    const [, kind = "", actor = ""] = ACTOR_EVENT.exec(type) ?? [];
    const [, delay] = AFTER_EVENT.exec(type) ?? [];
    const ofActor = ofActors.get(actor);
    if (ofActor !== undefined) ofActor[ACTOR_KEYS[kind] ?? ""] = written;
    else if (delay !== undefined) after[delay] = written;
    else if (type.startsWith(DONE_EVENT)) onDone = written;
    else on[type] = written;
  }
  const initial = node.type === "compound" ? node.initial.target[0]?.key : undefined;
  return writeFields({
    id: node.id,
    type: node.type === "parallel" || node.type === "final" || node.type === "history" ? node.type : undefined,
    description: node.description,
    initial,
    tags: node.tags,
    // Not `node.entry` and `node.exit`: XState adds what starts and stops the timers of `after`.
    entry: [node.config.entry ?? []].flat().map(getName),
    exit: [node.config.exit ?? []].flat().map(getName),
    invoke: node.invoke.map(({ id, src }) => ({ id, src: getName(src), ...ofActors.get(id) })),
    on,
    after,
    always: (node.always ?? []).map(writeTransition),
    onDone,
    states: Object.fromEntries(Object.values(node.states).map((child) => [child.key, writeState(child)])),
  });
}

/** The chart as a module for the Stately editor: states and transitions, with guards, actions, actors and delays by name. */
export function toStately(machine: AnyStateMachine): string {
  return `import { createMachine } from "xstate";\n\nexport const machine = createMachine(${JSON.stringify(writeState(machine.root), null, 2)});\n`;
}
