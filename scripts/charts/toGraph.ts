import type { ElkExtendedEdge, ElkNode } from "elkjs/lib/elk-api.js";
import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from "xstate";
import { getTriggerText, listTransitions } from "./listTransitions.ts";
import { getName } from "./parseNames.ts";

const CHAR_WIDTH = 6.8;
const LINE_HEIGHT = 15;
const PADDING = 12;
const NOTE_LENGTH = 42;
const LABEL_LENGTH = 34;
const LABEL_MARGIN = 4;

export interface TextLine {
  text: string;
  style: "title" | "note" | "work" | "label";
  /** The transition that it writes. */
  transition?: string;
}

/** An arrow: all transitions between two states. */
export interface ChartEdge extends ElkExtendedEdge {
  lines: readonly TextLine[];
}

export interface ChartNode extends ElkNode {
  kind: "state" | "final" | "initial";
  lines: readonly TextLine[];
  children: ChartNode[];
  edges: ChartEdge[];
}

const LAYOUT = {
  "elk.algorithm": "layered",
  "elk.direction": "DOWN",
  "elk.hierarchyHandling": "INCLUDE_CHILDREN",
  "elk.edgeRouting": "ORTHOGONAL",
  "elk.json.edgeCoords": "ROOT",
  "elk.json.shapeCoords": "ROOT",
  "elk.spacing.nodeNode": "32",
  "elk.spacing.edgeNode": "18",
  "elk.spacing.edgeEdge": "12",
  "elk.spacing.edgeLabel": "4",
  "elk.layered.spacing.nodeNodeBetweenLayers": "40",
  "elk.layered.nodePlacement.strategy": "NETWORK_SIMPLEX",
  "elk.edgeLabels.inline": "false",
};

function getEventText(machine: AnyStateMachine, { eventType, guard }: AnyTransitionDefinition): string {
  const event = getTriggerText(machine, eventType);
  return guard === undefined ? event : `${event} [${getName(guard)}]`;
}

function isInside(node: AnyStateNode, outer: AnyStateNode): boolean {
  for (let at: AnyStateNode | undefined = node; at !== undefined; at = at.parent) if (at === outer) return true;
  return false;
}

/** Transitions without an arrow: they stay, or lead from a state into itself. */
function isWrittenInside(transition: AnyTransitionDefinition, node: AnyStateNode): boolean {
  const target = transition.target?.[0];
  return target === undefined || target === node || isInside(target, node);
}

function getLines(machine: AnyStateMachine, node: AnyStateNode): TextLine[] {
  const inside = listTransitions(node)
    .filter((transition) => isWrittenInside(transition, node))
    .flatMap((transition) => {
      const target = transition.target?.[0];
      const text = `↻ ${getEventText(machine, transition)}${target === undefined || target === node ? "" : ` → ${target.path.join(".")}`}`;
      return wrapText(text, NOTE_LENGTH).map((line): TextLine => ({
        text: line,
        style: "work",
        transition: transition.id,
      }));
    });
  return [
    { text: node.key, style: "title" },
    ...wrapText(node.description ?? "", NOTE_LENGTH).map((text): TextLine => ({ text, style: "note" })),
    ...node.invoke.map((invoke): TextLine => ({ text: `▸ ${invoke.id}`, style: "work" })),
    ...inside,
  ];
}

function getEdges(machine: AnyStateMachine, node: AnyStateNode): ChartEdge[] {
  const labels = new Map<string, TextLine[]>();
  for (const transition of listTransitions(node)) {
    const target = transition.target?.[0];
    if (target === undefined || isWrittenInside(transition, node)) continue;
    const lines = wrapText(getEventText(machine, transition), LABEL_LENGTH).map((text): TextLine => ({
      text,
      style: "label",
      transition: transition.id,
    }));
    labels.set(target.id, [...(labels.get(target.id) ?? []), ...lines]);
  }
  return [...labels].map(([target, lines]) => {
    return {
      id: `${node.id} → ${target}`,
      sources: [node.id],
      targets: [target],
      lines,
      labels: [
        {
          id: `${node.id} → ${target} label`,
          text: lines.map(({ text }) => text).join("\n"),
          width: Math.max(...lines.map(({ text }) => text.length)) * CHAR_WIDTH + 2 * LABEL_MARGIN,
          height: lines.length * LINE_HEIGHT,
        },
      ],
    };
  });
}

function toNode(machine: AnyStateMachine, node: AnyStateNode): ChartNode {
  const lines = getLines(machine, node);
  const width =
    Math.max(...lines.map((line) => line.text.length * (line.style === "title" ? CHAR_WIDTH * 1.25 : CHAR_WIDTH))) +
    2 * PADDING;
  const height = lines.length * LINE_HEIGHT + 2 * PADDING;
  const children = Object.values(node.states).map((child) => toNode(machine, child));
  const edges = Object.values(node.states).flatMap((child) => getEdges(machine, child));
  if (children.length === 0)
    return { id: node.id, kind: node.type === "final" ? "final" : "state", lines, width, height, children, edges };
  const start = node.type === "compound" ? node.initial.target[0] : undefined;
  if (start !== undefined) {
    children.unshift({
      id: `${node.id} start`,
      kind: "initial",
      lines: [],
      width: 10,
      height: 10,
      children: [],
      edges: [],
      layoutOptions: { "elk.layered.layering.layerConstraint": "FIRST" },
    });
    edges.unshift({ id: `${node.id} start edge`, sources: [`${node.id} start`], targets: [start.id], lines: [] });
  }
  return {
    id: node.id,
    kind: "state",
    lines,
    children,
    edges,
    layoutOptions: {
      ...LAYOUT,
      "elk.padding": `[top=${String(height + PADDING)},left=${String(PADDING * 1.5)},bottom=${String(PADDING * 1.5)},right=${String(PADDING * 1.5)}]`,
      "elk.nodeSize.constraints": "MINIMUM_SIZE",
      "elk.nodeSize.minimum": `(${String(width)},${String(height)})`,
    },
  };
}

/**
 * The chart as a graph for the layouter: states are nested, and transitions between the same two states share an arrow.
 */
export function toGraph(machine: AnyStateMachine): ChartNode {
  return {
    id: "canvas",
    kind: "state",
    lines: [],
    children: [toNode(machine, machine.root)],
    edges: [],
    layoutOptions: LAYOUT,
  };
}

/** Splits at spaces into lines of at most `maxLength` characters where words allow it. */
function wrapText(text: string, maxLength: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= maxLength) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
