import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from "xstate";
import { getName, parseSystemEvent } from "./parseNames.ts";

/** A part of a `createMachine` configuration, with names in place of code. */
type Written = Readonly<Record<string, unknown>>;

/** Where an invoke writes the transitions that follow its actor. */
const INVOKE_KEYS = { done: "onDone", error: "onError", snapshot: "onSnapshot" };
const DONE_EVENT = "xstate.done.state.";

/** Leaves out what is empty. */
function writeFields(fields: Written): Written {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([, field]) => field !== undefined && (typeof field !== "object" || Object.keys(field ?? {}).length > 0),
    ),
  );
}

function writeTransition({ target, guard, actions, reenter, description }: AnyTransitionDefinition): Written {
  return writeFields({
    target: target?.map(({ id }) => `#${id}`),
    guard: guard === undefined ? undefined : getName(guard),
    actions: actions.map(getName),
    reenter: reenter || undefined,
    description,
  });
}

function writeState(node: AnyStateNode): Written {
  const on: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  const ofActors = new Map<string, Record<string, unknown>>(node.invoke.map(({ id }) => [id, {}]));
  let onDone: readonly Written[] = [];
  for (const [type, candidates] of node.transitions) {
    const written = candidates.map(writeTransition);
    const event = parseSystemEvent(type);
    const ofActor = ofActors.get(event?.name ?? "");
    if (event?.kind === "after") after[event.name] = written;
    // An actor that is spawned has no invoke to write to.
    else if (event !== null && ofActor !== undefined) ofActor[INVOKE_KEYS[event.kind]] = written;
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
