import type { AnyStateMachine } from "xstate";
import { getEdgeId, getEventKey } from "#tests/models/chartEdges.ts";
import { getPath, listNodes, listTransitions } from "../charts/listTransitions.ts";
import type { AppWalk, Level } from "./listLevels.ts";

interface DrawnEdge {
  /** As tables and walks name it. */
  id: string;
  /** As pictures name it. */
  drawnId: string;
}

const STYLE = `
  body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; }
  table { border-collapse: collapse; } td, th { padding: .2rem .8rem; text-align: right; } td:first-child, th:first-child { text-align: left; }
  svg { max-width: 100%; height: auto; }
  path[data-walked=all] { stroke: #16803c; } text[data-walked=all] { fill: #16803c; }
  path[data-walked=some] { stroke: #b7791f; } text[data-walked=some] { fill: #b7791f; }
  path[data-walked=none] { stroke: #c62828; stroke-width: 2.5; } text[data-walked=none] { fill: #c62828; }
  .bad { color: #c62828; }`;

/** Every transition of a chart, in its two names. */
export function listDrawnEdges(machine: AnyStateMachine): readonly DrawnEdge[] {
  return listNodes(machine).flatMap((node) =>
    listTransitions(node).map(({ id, eventType }) => ({
      id: getEdgeId(getPath(node), getEventKey(eventType), Number(id.slice(id.lastIndexOf("/") + 1))),
      drawnId: id,
    })),
  );
}

/** A page with each chart: what the levels walked in green, and in red what none did. */
export function toReport(
  machines: ReadonlyMap<string, AnyStateMachine>,
  pictures: ReadonlyMap<string, string>,
  levels: readonly Level[],
  appWalks: ReadonlyMap<string, AppWalk>,
): string {
  const charts = [...machines].map(([name, machine]) => {
    const edges = listDrawnEdges(machine);
    return { name, edges, missed: edges.filter(({ id }) => !isWalked(levels, name, id)) };
  });
  const rows = charts.map(
    ({ name, edges, missed }) =>
      `<tr><td><a href="#${name}">${name}</a></td><td>${String(edges.length)}</td>${levels
        .map(({ walked }) => `<td>${countWalked(edges, walked?.get(name))}</td>`)
        .join("")}<td${missed.length > 0 ? ' class="bad"' : ""}>${String(missed.length)}</td></tr>`,
  );
  const sections = charts.map(
    ({ name, edges, missed }) =>
      `<h2 id="${name}">${name}</h2>${markWalked(pictures.get(`${name}.svg`) ?? "", name, edges, levels)}${listMissed(missed)}${listUnreached(appWalks.get(name))}`,
  );
  const missing = levels.filter(({ walked }) => walked === null).map(({ name }) => name);
  return `<!doctype html><meta charset="utf-8"><title>Walked charts</title><style>${STYLE}</style>
<h1>Walked charts</h1>
<ul>${levels.map(({ name, text }) => `<li><b>${name}</b>: ${text}</li>`).join("")}</ul>
${missing.length > 0 ? `<p class="bad">Not run: ${missing.join(", ")}</p>` : ""}
<table><tr><th>Chart</th><th>Transitions</th>${levels.map(({ name }) => `<th>${name}</th>`).join("")}<th>no level</th></tr>
${rows.join("\n")}</table>
${sections.join("\n")}
`;
}

function countWalked(edges: readonly DrawnEdge[], walked: ReadonlySet<string> | undefined): string {
  return walked === undefined ? "–" : String(edges.filter(({ id }) => walked.has(id)).length);
}

function isWalked(levels: readonly Level[], name: string, edge: string): boolean {
  return levels.some(({ walked }) => walked?.get(name)?.has(edge) === true);
}

function listUnreached(walk: AppWalk | undefined): string {
  const reasons = Object.entries(walk?.unreached ?? {});
  if (reasons.length === 0) return "";
  const items = reasons.map(([id, reason]) => `<li>${escape(id)}: ${escape(reason)}</li>`);
  return `<p>Not in the whole app:</p><ul>${items.join("")}</ul>`;
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

function listMissed(missed: readonly DrawnEdge[]): string {
  if (missed.length === 0) return "";
  return `<p>No level walks:</p><ul class="bad">${missed.map(({ id }) => `<li>${escape(id)}</li>`).join("")}</ul>`;
}

/** An arrow or its words may stand for several transitions. */
function markWalked(svg: string, name: string, edges: readonly DrawnEdge[], levels: readonly Level[]): string {
  const walked = new Set(edges.filter(({ id }) => isWalked(levels, name, id)).map(({ drawnId }) => drawnId));
  return svg.replaceAll(/data-transitions="([^"]*)"/gu, (attribute, list: string) => {
    const ids = list.replaceAll("&gt;", ">").replaceAll("&amp;", "&").split(" ");
    const count = ids.filter((id) => walked.has(id)).length;
    const mark = count === ids.length ? "all" : count === 0 ? "none" : "some";
    return `${attribute} data-walked="${mark}"`;
  });
}
