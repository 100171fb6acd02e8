import type { ChartEdge, ChartNode, TextLine } from "./toGraph.ts";

const LINE_HEIGHT = 15;
const PADDING = 12;
const LABEL_MARGIN = 4;

const STYLE = `
    :root { --paper: #ffffff; --state: #f6f7f9; --line: #8a94a3; --ink: #17202b; --note: #5b6675; --work: #0b66c3; }
    @media (prefers-color-scheme: dark) { :root { --paper: #14181d; --state: #1d232b; --line: #6b7684; --ink: #e8edf3; --note: #9aa6b4; --work: #6fb3ff; } }
    text { font: 12px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: var(--ink); white-space: pre; }
    text.title { font-weight: 700; font-size: 14px; }
    text.note { fill: var(--note); font-size: 11px; }
    text.work { fill: var(--work); font-size: 11px; }
    text.label { font-size: 11px; paint-order: stroke; stroke: var(--paper); stroke-width: 3px; }
    rect { fill: var(--state); stroke: var(--line); }
    rect.group { fill: none; }
    rect.paper { fill: var(--paper); stroke: none; }
    circle { fill: var(--ink); }
    path { fill: none; stroke: var(--line); stroke-width: 1.3; }
    marker path { fill: var(--line); stroke: none; }`;

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** Ids have no spaces. */
function writeTransitions(lines: readonly TextLine[]): string {
  const ids = new Set(lines.flatMap(({ transition }) => transition ?? []));
  return ids.size === 0 ? "" : ` data-transitions="${escapeXml([...ids].join(" "))}"`;
}

function round(value: number | undefined): string {
  return String(Math.round((value ?? 0) * 10) / 10);
}

function drawLines(lines: readonly TextLine[], x: number, y: number): string[] {
  return lines.map(
    (line, index) =>
      `<text class="${line.style}"${writeTransitions([line])} x="${round(x)}" y="${round(y + (index + 1) * LINE_HEIGHT)}">${escapeXml(line.text)}</text>`,
  );
}

function drawNode(node: ChartNode): string[] {
  const x = node.x ?? 0;
  const y = node.y ?? 0;
  const children = node.children.flatMap((child) => drawNode(child));
  if (node.kind === "initial") return [`<circle cx="${round(x + 5)}" cy="${round(y + 5)}" r="5"/>`];
  if (node.id === "canvas") return children;
  const box = (inset: number, name: string): string =>
    `<rect${name === "" ? "" : ` class="${name}"`}${inset === 0 ? ` data-state="${escapeXml(node.id)}"` : ""} x="${round(x + inset)}" y="${round(y + inset)}" width="${round((node.width ?? 0) - 2 * inset)}" height="${round((node.height ?? 0) - 2 * inset)}" rx="${String(8 - inset)}"/>`;
  return [
    box(0, children.length > 0 ? "group" : ""),
    ...(node.kind === "final" ? [box(3, "group")] : []),
    ...drawLines(node.lines, x + PADDING, y + PADDING - 3),
    ...children,
  ];
}

function drawArrow({ sections, lines }: ChartEdge): string[] {
  return (sections ?? []).map((section) => {
    const points = [section.startPoint, ...(section.bendPoints ?? []), section.endPoint];
    return `<path marker-end="url(#arrow)"${writeTransitions(lines)} d="${points.map((point, index) => `${index === 0 ? "M" : "L"}${round(point.x)} ${round(point.y)}`).join(" ")}"/>`;
  });
}

function drawLabel({ labels, lines }: ChartEdge): string[] {
  return (labels ?? []).flatMap(({ x = 0, y = 0 }) => drawLines(lines, x + LABEL_MARGIN, y - 3));
}

function listEdges(node: ChartNode): ChartEdge[] {
  return [...node.edges, ...node.children.flatMap((child) => listEdges(child))];
}

/**
 * Draws a laid-out chart as a static SVG that follows the light or dark theme. Each state's box carries `data-state` with
 * its id; arrows and words carry `data-transitions`.
 */
export function toSvg(title: string, graph: ChartNode): string {
  const edges = listEdges(graph);
  const lines = [...drawNode(graph), ...edges.flatMap(drawArrow), ...edges.flatMap(drawLabel)];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${round(graph.width)} ${round(graph.height)}" width="${round(graph.width)}" height="${round(graph.height)}" role="img" aria-label="Statechart ${escapeXml(title)}">
  <style>${STYLE}
  </style>
  <defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto-start-reverse"><path d="M0 0 L8 4 L0 8 z"/></marker></defs>
  <rect class="paper" width="100%" height="100%"/>
${lines.map((line) => `  ${line}`).join("\n")}
</svg>
`;
}
