import type { AnyStateNode } from "xstate";
import { getEdgeId, listEdges } from "./chartEdges.ts";
import { getPath, listNodes } from "../../scripts/charts/listTransitions.ts";
import type { WalkedModel, WalkedTable } from "./model.ts";
import { getRows } from "./tableRows.ts";

interface TabledChart {
  machine: WalkedModel["machine"];
  table: WalkedTable;
}

interface Entry {
  guard: string | undefined;
  target: string | undefined;
  reenter: boolean;
}

function findInitial(node: AnyStateNode): string | undefined {
  return node.type === "compound"
    ? node.initial.target.map((target: AnyStateNode) => getPath(target)).join(", ")
    : undefined;
}

function listTableEntries(table: WalkedTable): Map<string, Entry> {
  return new Map(
    Object.entries(table.states).flatMap(([source, rows]) =>
      Object.keys(rows).flatMap((key) =>
        getRows(table, source, key).map((row, index): [string, Entry] => [
          getEdgeId(source, key, index),
          { guard: row.guard, target: row.target, reenter: row.reenter ?? false },
        ]),
      ),
    ),
  );
}

function describeEntry(entry: Entry): string {
  return `${entry.guard === undefined ? "" : `[${entry.guard}] `}→ ${entry.target ?? "(stays)"}${entry.reenter ? " (reenter)" : ""}`;
}

/** Differences between a chart and its hand-written table, both ways; none means they agree, or that there is no table. */
export function diffTable({ machine, table }: Pick<WalkedModel, "machine" | "table">): string[] {
  if (table === undefined) return [];
  const faults: string[] = [];
  const expected = listTableEntries(table);
  for (const edge of listEdges(machine)) {
    const entry = expected.get(edge.id);
    if (entry === undefined) {
      faults.push(`${edge.id}: in the chart, not in the table`);
      continue;
    }
    expected.delete(edge.id);
    const actual = describeEntry(edge);
    if (actual !== describeEntry(entry)) faults.push(`${edge.id}: chart ${actual}, table ${describeEntry(entry)}`);
  }
  for (const id of expected.keys()) faults.push(`${id}: in the table, not in the chart`);

  const paths = new Set<string>();
  for (const node of listNodes(machine)) {
    const path = getPath(node);
    paths.add(path);
    const initial = table.states[path]?.["initial"];
    if (!(path in table.states)) faults.push(`${path}: state without an entry in the table`);
    if (initial !== findInitial(node))
      faults.push(
        `${path}: starts in ${findInitial(node) ?? "nothing"}, table says ${typeof initial === "string" ? initial : "nothing"}`,
      );
  }
  for (const path of Object.keys(table.states))
    if (!paths.has(path)) faults.push(`${path}: in the table, no such state`);
  return [...faults, ...diffDelays({ machine, table })];
}

function diffDelays({ machine, table }: TabledChart): string[] {
  const delaysMs = table.delaysMs ?? {};
  const fixed = Object.entries(machine.implementations.delays).filter(
    (entry): entry is [string, number] => typeof entry[1] === "number",
  );
  const names = new Set([...Object.keys(delaysMs), ...fixed.map(([name]) => name)]);
  const actual = new Map(fixed);
  const describeMs = (ms: number | undefined): string => (ms === undefined ? "nothing" : `${String(ms)} ms`);
  return [...names]
    .filter((name) => actual.get(name) !== delaysMs[name])
    .map((name) => `${name} takes ${describeMs(actual.get(name))}, table says ${describeMs(delaysMs[name])}`);
}
