import type { AnyStateMachine } from "xstate";
import { listEdges } from "./chartEdges.ts";
import { getPath, listNodes } from "../../scripts/charts/listTransitions.ts";

const MAX_REGIONS = 3;

/**
 * Structural rules that every chart keeps; empty when it keeps all.
 * @param isRoot true: may name system ids, and may handle errors of children whose ids it does not know
 */
export function findStructureFaults(machine: AnyStateMachine, isRoot: boolean): string[] {
  const faults: string[] = [];
  for (const node of listNodes(machine)) {
    const path = getPath(node);
    if (!node.description) faults.push(`${path}: no description`);
    if (node.type === "parallel" && Object.keys(node.states).length > MAX_REGIONS)
      faults.push(`${path}: more than ${String(MAX_REGIONS)} regions`);
    for (const invoke of node.invoke) {
      if (/^\d+\./.test(invoke.id)) faults.push(`${path}: an invoke without an id`);
      if (invoke.systemId !== undefined && !isRoot) faults.push(`${path}: invoke ${invoke.id} has a systemId`);
    }
    for (const timer of node.after) if (/^\d/.test(String(timer.delay))) faults.push(`${path}: a delay without a name`);
  }
  for (const edge of listEdges(machine)) {
    if (!edge.description) faults.push(`${edge.id}: no description`);
    if (edge.guard === "(inline)") faults.push(`${edge.id}: a guard without a name`);
    if (edge.key.includes("*") && !(isRoot && edge.key === "error(*)")) faults.push(`${edge.id}: a wildcard`);
  }
  return faults;
}
