import type { Frame } from "playwright";
import { getEdgeId, getEventKey } from "#tests/models/chartEdges.ts";
import { ROOT_PATH } from "../../../../scripts/charts/listTransitions.ts";

/** What the newest actor of a chart has come to in an inspected page. */
export interface LiveChart {
  /** Ids of the active states, sorted. */
  states: readonly string[];
  status: string;
  /** Every edge that it has taken, in order. */
  edges: readonly string[];
}

/** Reads what the page's inspector has recorded; null before there is such an actor. */
export async function readChart(frame: Frame, chart: string): Promise<LiveChart | null> {
  const read = await frame.evaluate((name) => {
    const recording = window.inspector?.read();
    const actor = recording?.actors.findLast((candidate) => candidate.chart === name);
    if (recording === undefined || actor === undefined) return null;
    const events = recording.events.filter(({ targetId }) => targetId === actor.sessionId);
    // What a parent sends at once is told before the start.
    const started = events.filter(({ type }) => type !== "xstate.init");
    const isKnown = ({ snapshot }: (typeof events)[number]) => snapshot !== null;
    const last = (started.findLast(isKnown) ?? events.findLast(isKnown))?.snapshot;
    return {
      states: [...(last?.states ?? [])].sort(),
      status: last?.status ?? "active",
      transitions: started.flatMap(({ transitions }) =>
        transitions.map(({ source, eventType, index }) => ({ source, eventType, index })),
      ),
    };
  }, chart);
  if (read === null) return null;
  const { transitions, ...rest } = read;
  return {
    ...rest,
    edges: transitions.map(({ source, eventType, index }) =>
      getEdgeId(source === chart ? ROOT_PATH : source.slice(chart.length + 1), getEventKey(eventType), index),
    ),
  };
}
