import { afterAll, expect, test } from "vitest";
import { commands } from "vitest/browser";

import type { ScreenWalk } from "./screenWalk.ts";
import { walkScreen } from "./walkScreen.tsx";

const files = import.meta.glob<readonly ScreenWalk[]>("/gallery/screens/*.walk.tsx", { import: "walks" });
/** Walks these screens alone, by the names of their folders in `src/screens/`. */
const WANTED = String(import.meta.env["SCREEN"]).split(",");

const FOLDER = "/gallery/screens/";
const HALVES = ["first", "second"] as const;

/** Walks every second screen: two files share the work of two cores. The first one begins, and has more to do. */
export async function walkHalf(half: 0 | 1): Promise<void> {
  const screens = Object.entries(files).filter(
    ([file], index) => index % 2 !== half && WANTED.some((name) => name === "" || file.includes(`/${name}.`)),
  );
  const walked = new Map<string, Set<string>>();
  for (const [file, load] of screens) {
    const walks = await load();
    const shown = new Set<string>();
    for (const walk of walks) {
      await walkScreen(walk, walked, shown);
      if (walk.isOnMainButton === true) await walkScreen(walk, walked, shown, true);
    }
    test(`draws each other control that ${file.slice(FOLDER.length)} lists`, () => {
      const listed = new Set(walks.flatMap(({ others }) => others));
      const seldom = new Set(walks.flatMap((walk) => walk.seldom ?? []));
      expect([...listed].filter((one) => !shown.has(one) && !seldom.has(one))).toEqual([]);
    });
  }
  afterAll(async () => {
    const report = Object.fromEntries([...walked].map(([chart, edges]) => [chart, [...edges].sort()]));
    await commands.writeFile(`tests/report/screens.${HALVES[half]}.json`, `${JSON.stringify(report, null, 2)}\n`);
  });
  // A file without tests would be red.
  test("has screens, or the other half has the wanted one", () => {
    expect(screens.length > 0 || WANTED[0] !== "").toBe(true);
  });
}
