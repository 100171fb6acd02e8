import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ChartFile, PageSources } from "./toPage.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** In the order in which a page lists them: the role of the first pattern that fits. */
const ROLES: readonly (readonly [role: string, pattern: RegExp])[] = [
  ["Machine", /\.machine\.ts$/u],
  ["View", /\.view\.ts$/u],
  ["Table", /\.table(\.\w+)?\.ts$/u],
  ["Test", /\.test\.ts$/u],
  ["Model", /\.model\.ts$/u],
  ["Part of the machine", /\.ts$/u],
];

/** A comment of one line above a line that begins with a name. */
const NOTE = /\/\*\* (?<note>.+) \*\/\n\s+(?<source>\w+): provideActor\b/gu;

function listFiles(name: string): ChartFile[] {
  const paths = globSync([`machines/**/${name}.*.ts`, `tests/models/${name}.model.ts`], { cwd: ROOT }).sort();
  const found = paths.map((path) => ({ path, rank: ROLES.findIndex(([, pattern]) => pattern.test(path)) }));
  return found
    .sort((one, other) => one.rank - other.rank)
    .map(({ path, rank }) => ({ path, role: ROLES[rank]?.[0] ?? "" }));
}

/** The doc comments of the actors that a machine's files name by `provideActor`. */
export function readActorNotes(code: string): Map<string, string> {
  return new Map(
    [...code.matchAll(NOTE)].map(({ groups }): [string, string] => [groups?.["source"] ?? "", groups?.["note"] ?? ""]),
  );
}

export function readSources(name: string): PageSources {
  const files = listFiles(name);
  const code = files
    .filter(({ path }) => path.startsWith("machines/"))
    .map(({ path }) => readFileSync(join(ROOT, path), "utf8"));
  return { name, files, actorNotes: readActorNotes(code.join("\n")) };
}
