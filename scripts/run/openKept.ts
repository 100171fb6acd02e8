import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const ROOT = path.join(import.meta.dirname, "../..");

/** What a long run has done, so that one that was stopped goes on where it ended. */
export interface Kept<Done> {
  readonly done: readonly Done[];
  add(one: Done): void;
}

/** Reads `.cache/<name>.json`, which holds for the present commit alone. */
export function openKept<Done>(name: string): Kept<Done> {
  const file = path.join(ROOT, `.cache/${name}.json`);
  const commit = execFileSync("git", ["rev-parse", "HEAD"], { cwd: ROOT, encoding: "utf8" }).trim();
  const done = readDone<Done>(file, commit);
  return {
    done,
    add(one) {
      done.push(one);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify({ commit, done }));
    },
  };
}

function readDone<Done>(file: string, commit: string): Done[] {
  try {
    const kept = JSON.parse(readFileSync(file, "utf8")) as { commit: string; done: Done[] };
    return kept.commit === commit ? kept.done : [];
  } catch {
    return [];
  }
}
