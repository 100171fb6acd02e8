import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

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
  const alone = readHalves<{ unwalked: readonly string[] }>(folder, "models");
  const composed = readJson(`${folder}/composed.json`) as Record<string, { walked: Lists }> | null;
  const screens = readHalves<readonly string[]>(folder, "screens");
  const app = readAppWalks(folder);
  return [
    {
      name: "alone",
      text: "each chart with everything that can happen to it",
      walked: alone.length === 0 ? null : toWalked(alone.map((half) => subtract(edges, half))),
    },
    {
      name: "together",
      text: "parents with their children",
      walked: composed && toWalked(Object.values(composed).map(({ walked }) => walked)),
    },
    {
      name: "screens",
      text: "events that the controls of the real screens send",
      walked: screens.length === 0 ? null : toWalked(screens),
    },
    {
      name: "app",
      text: "the whole app against the real server",
      walked: app.size === 0 ? null : new Map([...app].map(([name, { walked }]) => [name, new Set(walked)])),
    },
  ];
}

export interface AppWalk {
  walked: readonly string[];
  /** Transitions that cannot be had in the whole app, with the reason. */
  unreached: Readonly<Record<string, string>>;
}

/** What the walks of the whole app wrote, by chart. */
export function readAppWalks(folder: string): ReadonlyMap<string, AppWalk> {
  if (!existsSync(`${folder}/app`)) return new Map();
  return new Map(
    readdirSync(`${folder}/app`).map((file) => [path.parse(file).name, readJson(`${folder}/app/${file}`) as AppWalk]),
  );
}

/** What the two files of a level wrote, as far as they have run. */
function readHalves<Item>(folder: string, level: string): readonly Record<string, Item>[] {
  return ["first", "second"]
    .map((half) => readJson(`${folder}/${level}.${half}.json`) as Record<string, Item> | null)
    .filter((half) => half !== null);
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
