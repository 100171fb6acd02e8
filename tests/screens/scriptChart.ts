import {
  StateMachine,
  type AnyActorLogic,
  type AnyActorRef,
  type AnyActorScope,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
} from "xstate";
import { deferredLogic, provideEach } from "#tests/models/deferred.ts";
import { MODELS } from "#tests/models/registry.ts";

/** Ends a child that is a chart as the walk says, wherever it stands. */
export type EndOfChild = { type: "walk.end"; output?: unknown; error?: unknown };

/**
 * The chart with requests that the walk ends. Its children are real charts, which a screen can show, with such requests.
 *
 * @param children in place of these, by the name of their source
 */
export function scriptChart(
  machine: AnyStateMachine,
  children: Readonly<Record<string, AnyStateMachine>> = {},
): AnyStateMachine {
  return provideEach(
    machine,
    (name, logic) => children[name] ?? scriptLogic(logic instanceof StateMachine ? logic : MODELS.get(name)?.machine),
  );
}

/** A chart, whose code may come late, or a request. */
function scriptLogic(chart: AnyStateMachine | undefined): AnyActorLogic {
  return chart === undefined ? deferredLogic : endAtWill(scriptChart(chart));
}

/** The chart, which ends as the walk says. */
export function endAtWill(machine: AnyStateMachine): AnyStateMachine {
  const transition = (snapshot: AnyMachineSnapshot, event: AnyEventObject, scope: AnyActorScope) => {
    if (event.type !== "walk.end") return machine.transition(snapshot, event, scope as never);
    const { output, error } = event as EndOfChild;
    for (const child of Object.values(snapshot.children as Record<string, AnyActorRef>)) scope.stopChild(child);
    return error === undefined ? { ...snapshot, status: "done", output } : { ...snapshot, status: "error", error };
  };
  return override(machine, { transition });
}

/** The chart as if it were started with an input of its own. */
export function startWith(machine: AnyStateMachine, input: unknown): AnyStateMachine {
  return override(machine, {
    getInitialSnapshot: (scope: AnyActorScope) => machine.getInitialSnapshot(scope, input),
  });
}

/** The chart, of which each event is told as well. */
export function tellEvents(machine: AnyStateMachine, tell: (event: AnyEventObject) => void): AnyStateMachine {
  const transition = (snapshot: AnyMachineSnapshot, event: AnyEventObject, scope: AnyActorScope) => {
    tell(event);
    return machine.transition(snapshot, event, scope as never);
  };
  return override(machine, { transition });
}

/** The chart without the first event of a type, by which its host opens it. */
export function leaveShut(machine: AnyStateMachine, opening: string | undefined): AnyStateMachine {
  let isShut = opening !== undefined;
  const transition = (snapshot: AnyMachineSnapshot, event: AnyEventObject, scope: AnyActorScope) => {
    if (!isShut || event.type !== opening) return machine.transition(snapshot, event, scope as never);
    isShut = false;
    return snapshot;
  };
  return override(machine, { transition });
}

function override(machine: AnyStateMachine, methods: object): AnyStateMachine {
  return Object.assign(Object.create(machine) as AnyStateMachine, methods);
}
