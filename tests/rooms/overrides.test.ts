import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

interface Lock {
  packages: Readonly<Record<string, { version?: string }>>;
}

/** The first versions without what an advisory tells; an override may hold no older one. */
const FIRST_SOUND = { valibot: [1, 2, 0] } as const;

test("no override holds a package within the range of an advisory", () => {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as Lock;
  for (const [name, sound] of Object.entries(FIRST_SOUND)) {
    const installed = Object.entries(packages).filter(([place]) => place.endsWith(`node_modules/${name}`));
    expect(installed).not.toEqual([]);
    for (const [place, { version = "" }] of installed) {
      const parts = version.split(".").map(Number);
      const at = sound.findIndex((part, index) => part !== parts[index]);
      expect(at < 0 || (parts[at] ?? 0) > (sound[at] ?? 0), `${place} ${version}`).toBe(true);
    }
  }
});
