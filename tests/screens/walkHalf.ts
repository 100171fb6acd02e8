import { afterAll, expect, test } from "vitest";
import { commands } from "vitest/browser";

import type { ScreenWalk } from "./screenWalk.ts";
import { walkScreen } from "./walkScreen.tsx";

const files = import.meta.glob<readonly ScreenWalk[]>("/gallery/screens/*.walk.tsx", { import: "walks" });
/** Walks one screen alone, by the name of its folder in `src/screens/`. */
const WANTED: unknown = import.meta.env["SCREEN"];

const HALVES = ["first", "second"] as const;

/** Walks every second screen: two files share the work of two cores. */
export async function walkHalf(half: 0 | 1): Promise<void> {
  const screens = Object.entries(files).filter(
    ([file], index) => index % 2 === half && (WANTED === "" || file.includes(`/${String(WANTED)}.`)),
  );
  const walked = new Map<string, Set<string>>();
  for (const [, load] of screens) for (const walk of await load()) await walkScreen(walk, walked);
  afterAll(async () => {
    const report = Object.fromEntries([...walked].map(([chart, edges]) => [chart, [...edges].sort()]));
    await commands.writeFile(`tests/report/screens.${HALVES[half]}.json`, `${JSON.stringify(report, null, 2)}\n`);
  });
  // A file without tests would be red.
  test("has screens, or the other half has the wanted one", () => {
    expect(screens.length > 0 || WANTED !== "").toBe(true);
  });
}
