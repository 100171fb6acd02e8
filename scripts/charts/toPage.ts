import type { AnyStateMachine, AnyStateNode } from "xstate";
import { getPath, getTriggerText, listNodes, listTransitions, ROOT_PATH } from "./listTransitions.ts";
import { getName } from "./parseNames.ts";

/** A file of a machine, by its path in the repository. */
export interface ChartFile {
  path: string;
  role: string;
}

/** What a page says of a machine beside its chart. */
export interface PageSources {
  name: string;
  files: readonly ChartFile[];
  /** What an actor does, by its source, where the code says it. */
  actorNotes: ReadonlyMap<string, string>;
}

/** Text as it is, also in a cell. */
function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_<>[\]|]/gu, String.raw`\$&`).replaceAll(/\s+/gu, " ");
}

/** A name as code, also in a cell. */
function writeCode(name: string): string {
  return `\`${name.replaceAll("|", String.raw`\|`)}\``;
}

function listCodes(names: readonly string[]): string {
  return names.map(writeCode).join(", ");
}

/** Leaves out the columns in which no row says anything; of no rows nothing is left. */
function writeTable(heading: string, columns: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "";
  const used = columns.map((_, index) => rows.some((row) => row[index] !== ""));
  const writeRow = (cells: readonly string[]): string => `| ${cells.filter((_, index) => used[index]).join(" | ")} |`;
  return [
    `## ${heading}`,
    "",
    writeRow(columns),
    writeRow(columns.map(() => "---")),
    ...rows.map((row) => writeRow(row)),
    "",
  ].join("\n");
}

/** Actions by name; XState's own without its prefix, e.g. `assign`. */
function listActions(actions: readonly unknown[]): string {
  return listCodes(actions.map((action) => getName(action).replace(/^xstate\./u, "")));
}

function getKind(node: AnyStateNode): string {
  const isFirst = node.parent?.type === "compound" && node.parent.initial.target.includes(node);
  return [isFirst ? "first" : "", ["parallel", "final"].includes(node.type) ? node.type : ""]
    .filter((word) => word !== "")
    .join(", ");
}

function listStates(nodes: readonly AnyStateNode[]): string[][] {
  return nodes.map((node) => [
    writeCode(getPath(node)),
    getKind(node),
    listCodes(node.tags),
    // Not `node.entry` and `node.exit`: XState adds what starts and stops the timers of `after`.
    listActions([node.config.entry ?? []].flat()),
    listActions([node.config.exit ?? []].flat()),
    escapeMarkdown(node.description ?? ""),
  ]);
}

function listMoves(machine: AnyStateMachine, nodes: readonly AnyStateNode[]): string[][] {
  return nodes.flatMap((node) =>
    listTransitions(node).map(({ eventType, guard, target, reenter, actions, description }) => [
      writeCode(getPath(node)),
      writeCode(getTriggerText(machine, eventType)),
      guard === undefined ? "" : writeCode(getName(guard)),
      target === undefined ? "stays" : `${listCodes(target.map(getPath))}${reenter ? " anew" : ""}`,
      listActions(actions),
      escapeMarkdown(description ?? ""),
    ]),
  );
}

function writeEvents(nodes: readonly AnyStateNode[]): string {
  const types = new Set<string>(nodes.flatMap((node) => listTransitions(node).map(({ eventType }) => eventType)));
  const sent = [...types].filter((type) => type !== "" && !type.startsWith("xstate.")).sort();
  const byPeople = sent.filter((type) => type.startsWith("ui."));
  const byWorld = sent.filter((type) => !type.startsWith("ui."));
  if (sent.length === 0) return "";
  const lines = [
    byPeople.length === 0 ? "" : `- People: ${listCodes(byPeople)}`,
    byWorld.length === 0 ? "" : `- Other machines and the world: ${listCodes(byWorld)}`,
  ];
  return `## Events\n\n${lines.filter((line) => line !== "").join("\n")}\n`;
}

function listActors(machine: AnyStateMachine, nodes: readonly AnyStateNode[], notes: PageSources["actorNotes"]) {
  const runs = new Map<string, { id: string; src: string; states: string[] }>();
  for (const node of nodes) {
    for (const invoke of node.invoke) {
      const src = getName(invoke.src);
      const run = runs.get(`${invoke.id} ${src}`) ?? { id: invoke.id, src, states: [] };
      runs.set(`${invoke.id} ${src}`, { ...run, states: [...run.states, getPath(node)] });
    }
  }
  const invoked = new Set([...runs.values()].map(({ src }) => src));
  const spawned = Object.keys(machine.implementations.actors).filter((src) => !invoked.has(src));
  const getNote = (src: string): string => escapeMarkdown(notes.get(src) ?? "");
  return [
    ...[...runs.values()].map(({ id, src, states }) => [
      writeCode(id),
      writeCode(src),
      listCodes(states),
      getNote(src),
    ]),
    ...spawned.map((src) => ["", writeCode(src), "started by an action", getNote(src)]),
  ];
}

function writeFiles(files: readonly ChartFile[]): string {
  const lines = files.map(({ path, role }) => `- ${role}: [${path}](../../${path})`);
  return `## Files\n\n${lines.join("\n")}\n`;
}

/** The chart in words: what its picture shows, and what it leaves out. */
export function toPage(machine: AnyStateMachine, { name, files, actorNotes }: PageSources): string {
  const nodes = listNodes(machine);
  // The machine's own description is the page's first line.
  const states = nodes.filter((node) => node !== machine.root || node.config.entry !== undefined);
  const parts = [
    `# ${name}\n\n${escapeMarkdown(machine.root.description ?? "")}\n\n![Statechart ${name}](${name}.svg)\n`,
    writeTable("States", ["State", "Kind", "Tags", "On entry", "On exit", "What it is"], listStates(states)),
    writeTable("Transitions", ["From", "On", "If", "To", "Actions", "Why"], listMoves(machine, nodes)),
    writeEvents(nodes),
    writeTable("Actors", ["Id", "Source", "Runs in", "What it does"], listActors(machine, nodes, actorNotes)),
    writeFiles(files),
    "Written by `npm run charts`; [how to read it](README.md).\n",
  ];
  return parts.filter((part) => part !== "").join("\n");
}

/** The list of all pages, and how to read one. */
export function toIndex(machines: ReadonlyMap<string, AnyStateMachine>): string {
  const lines = [...machines]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([name, machine]) => `- [${name}](${name}.md): ${escapeMarkdown(machine.root.description ?? "")}`);
  return `# Statecharts

Every machine of the app and every life cycle of the server, as a picture and in tables. Written by \`npm run charts\`; [statecharts.md](../statecharts.md) says how the app uses them.

${lines.join("\n")}

In pictures and tables, \`copy ✓\` is the end of the actor \`copy\`, \`copy ✗\` its failure, \`copy changes\` a new snapshot of it, and \`* ✗\` the failure of any other. \`after\` names a delay, with its time where it is fixed; \`always\` needs no event, and \`assign\` writes into the context. Of several rows for the same event the first is taken whose condition holds. \`${ROOT_PATH}\` is the whole machine, \`anew\` a state that is left and entered again.
`;
}
