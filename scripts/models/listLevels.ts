import { existsSync, readFileSync } from "node:fs";

/** Transitions that were taken, by chart. */
export type Walked = ReadonlyMap<string, ReadonlySet<string>>;

export interface Level {
  name: string;
  /** What it walks. */
  text: string;
  /** Null where it has not run. */
  walked: Walked | null;
}

type Lists = Record<string, readonly string[]>;

/** What each level wrote to a folder. */
export function listLevels(folder: string, edges: ReadonlyMap<string, readonly string[]>): readonly Level[] {
  const alone = readJson(`${folder}/models.json`) as Record<string, { unwalked: readonly string[] }> | null;
  const composed = readJson(`${folder}/composed.json`) as Record<string, { walked: Lists }> | null;
  const views = ["first", "second"].map((half) => readJson(`${folder}/views.${half}.json`) as Lists | null);
  const app = readJson(`${folder}/level3.json`) as Lists | null;
  return [
    {
      name: "alone",
      text: "each chart with everything that can happen to it",
      walked: alone && toWalked([subtract(edges, alone)]),
    },
    {
      name: "together",
      text: "parents with their children",
      walked: composed && toWalked(Object.values(composed).map(({ walked }) => walked)),
    },
    {
      name: "screens",
      text: "events that the controls of the real screens send",
      walked: views.every((half) => half === null) ? null : toWalked(views.filter((half) => half !== null)),
    },
    { name: "app", text: "the whole app against the real server", walked: app && toWalked([app]) },
  ];
}

function readJson(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}

function subtract(
  edges: ReadonlyMap<string, readonly string[]>,
  walks: Record<string, { unwalked: readonly string[] }>,
): Lists {
  return Object.fromEntries(
    Object.entries(walks).map(([name, { unwalked }]) => [
      name,
      (edges.get(name) ?? []).filter((edge) => !unwalked.includes(edge)),
    ]),
  );
}

function toWalked(parts: readonly Lists[]): Walked {
  const walked = new Map<string, Set<string>>();
  for (const part of parts)
    for (const [name, taken] of Object.entries(part)) {
      walked.set(name, new Set([...(walked.get(name) ?? []), ...taken]));
    }
  return walked;
}
