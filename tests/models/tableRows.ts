import type { AnyEventObject, AnyMachineSnapshot, AnyStateNode } from "xstate";
import { getEdgeId, getEventKey } from "./chartEdges.ts";
import { getPath } from "../../scripts/charts/listTransitions.ts";
import type { Context, Row, WalkedTable } from "./model.ts";

export interface PlacedRow {
  id: string;
  row: Row;
}

export function getRows(table: WalkedTable, source: string, key: string): readonly Row[] {
  const rows = table.states[source]?.[key];
  if (rows === undefined || typeof rows === "string") return [];
  return Array.isArray(rows) ? (rows as readonly Row[]) : [rows as Row];
}

function selectRow(
  table: WalkedTable,
  node: AnyStateNode,
  key: string,
  context: Context,
  event: AnyEventObject,
): PlacedRow | undefined {
  const source = getPath(node);
  // A row of the exact event goes before one for the error of any child.
  const keys = key.startsWith("error(") ? [key, "error(*)"] : [key];
  for (const written of keys) {
    const rows = getRows(table, source, written);
    const index = rows.findIndex((row) => row.when === undefined || row.when(context, event));
    const row = rows[index];
    if (row !== undefined) return { id: getEdgeId(source, written, index), row };
  }
  return undefined;
}

/**
 * What the table says an event does in a snapshot: from each active leaf upwards, the first row whose rule holds.
 * Reads nothing of the chart but which states are active and how they nest.
 */
export function selectRows(
  table: WalkedTable,
  snapshot: AnyMachineSnapshot,
  event: AnyEventObject,
  isEventless: boolean,
): PlacedRow[] {
  const key = isEventless ? "always" : getEventKey(event.type);
  const active = new Set<AnyStateNode>(snapshot._nodes);
  const leaves = [...active].filter((node) => !Object.values(node.states).some((child) => active.has(child)));
  const selected = new Map<string, PlacedRow>();
  for (const leaf of leaves) {
    for (let node: AnyStateNode | undefined = leaf; node !== undefined; node = node.parent) {
      if (key.startsWith("after(") && !event.type.endsWith(`.${node.id}`)) continue;
      if (key === "done" && event.type !== `xstate.done.state.${node.id}`) continue;
      const placed = selectRow(table, node, key, snapshot.context as Context, event);
      if (placed) {
        selected.set(placed.id, placed);
        break;
      }
    }
  }
  return [...selected.values()];
}
