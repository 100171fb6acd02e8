import { StateMachine, type AnyStateMachine } from "xstate";
import { listNodes } from "../../../scripts/charts/listTransitions.ts";
import { listEdges } from "../chartEdges.ts";
import { MODELS } from "../registry.ts";
import type { Composition } from "./composition.ts";

/** The transitions by which a chart hears of the charts that it started: what they tell, and how they end. */
export function listHearing({ machine, fromWorld }: Composition): string[] {
  const actors = machine.implementations.actors as Record<string, unknown>;
  const children = listNodes(machine)
    .flatMap((node) => node.invoke)
    .filter(({ src }) => typeof src === "string" && actors[src] instanceof StateMachine)
    .map(({ id }) => id);
  const heard = new Set([
    ...children.flatMap((id) => [`done(${id})`, `snapshot(${id})`]),
    ...listTold(machine, fromWorld),
  ]);
  return listEdges(machine)
    .filter(({ key }) => heard.has(key))
    .map(({ id }) => id);
}

function listTold({ id }: AnyStateMachine, fromWorld: readonly string[]): string[] {
  return Object.keys(MODELS.get(id)?.events ?? {}).filter(
    (type) => !type.startsWith("ui.") && !fromWorld.includes(`${id} ${type}`),
  );
}
