import { envelopeLifecycle } from "#machines/lifecycle/envelope/envelope.machine.ts";
import { listLifecycleEdges } from "#machines/lifecycle/listLifecycleEdges.ts";
import { orderLifecycle } from "#machines/lifecycle/order/order.machine.ts";
import { payoutLifecycle } from "#machines/lifecycle/payout/payout.machine.ts";
import { getTransitionId } from "./recording.ts";

const CHARTS = [
  { machine: orderLifecycle, idField: "orderId" },
  { machine: envelopeLifecycle, idField: "envelopeId" },
  { machine: payoutLifecycle, idField: "payoutId" },
];

export interface ServerLife {
  chart: string;
  id: string;
  /** The present one last. */
  steps: readonly { state: string; at: string | null }[];
  /** Of the drawn chart, in the order in which they were taken. */
  transitions: readonly string[];
}

/** The lives on the server that a context knows of, wherever in it they are. An imported one can hold anything. */
export function findLives(context: unknown): ServerLife[] {
  if (typeof context !== "object" || context === null) return [];
  const life = readLife(context);
  return [...(life === null ? [] : [life]), ...Object.values(context).flatMap(findLives)];
}

function readLife(thing: object): ServerLife | null {
  const fields = thing as Readonly<Record<string, unknown>>;
  const found = CHARTS.find(({ idField }) => typeof fields[idField] === "string");
  const history = (fields["life"] as { history?: unknown } | null | undefined)?.history;
  if (found === undefined || !Array.isArray(history)) return null;
  const { machine, idField } = found;
  const steps = history.filter(isStep);
  const edges = listLifecycleEdges(machine);
  const transitions = steps.slice(1).flatMap(({ state }, place) => {
    const edge = edges.find(({ source, target }) => source === steps[place]?.state && target === state);
    return edge === undefined
      ? []
      : [getTransitionId({ source: `${machine.id}.${edge.source}`, eventType: edge.event, index: 0 })];
  });
  return { chart: machine.id, id: String(fields[idField]), steps, transitions };
}

function isStep(value: unknown): value is ServerLife["steps"][number] {
  const { state, at } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return typeof state === "string" && (at === null || typeof at === "string");
}
