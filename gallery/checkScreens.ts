import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commands, page } from "vitest/browser";

import { LANGUAGES } from "#domain/language/language.ts";
import { loadWords } from "#domain/passphrase/loadWords.ts";

import { findFaults, hasFirstLook, hasOtherLooks } from "./checks/findFaults.ts";
import { formatFaults } from "./checks/formatFaults.ts";
import { listScreenPictures } from "./listScreenPictures.ts";
import { openStage } from "./openStage.ts";
import { findPressFaults } from "./presses/findPressFaults.ts";
import { createKnown, type Known } from "./presses/known.ts";
import { LOCALS } from "./presses/locals.ts";

/** Sorted before this one are about as many pictures as after it; two files share the work of two cores. */
const MIDDLE = "sendRecord";

/**
 * Checks every picture of the screens of one half: axe objects to nothing, by day or by night, and on the narrowest phone it
 * can be read and pressed in every language. Its controls send what the views of its charts offer, and nothing else.
 */
export async function checkScreens(half: "first" | "second"): Promise<void> {
  const all = await listScreenPictures((name) => name < MIDDLE === (half === "first"));
  // What a walk opens, it looks at by day and in English, and presses.
  const screens = all
    .map(({ name, pictures }) => ({
      name,
      pictures: hasOtherLooks ? pictures : pictures.filter(({ node }) => typeof node !== "function"),
    }))
    // A suite without tests would be red.
    .filter(({ pictures }) => pictures.length > 0);
  const stage = openStage();
  console.log(`pictures: ${screens.map(({ name, pictures }) => `${name} ${String(pictures.length)}`).join(", ")}`);

  /** Transitions that controls lead to, by chart. */
  const walked = new Map<string, Set<string>>();

  afterAll(async () => {
    await stage.clear();
    if (!hasFirstLook) return;
    const report = Object.fromEntries([...walked].map(([chart, edges]) => [chart, [...edges].sort()]));
    await commands.writeFile(`tests/report/views.${half}.json`, `${JSON.stringify(report, null, 2)}\n`);
  });

  // Nothing is laid out otherwise on a wider phone, and what axe looks for is the same.
  beforeAll(() => page.viewport(320, 640));

  // A press answers at once then.
  beforeAll(() => Promise.all(LANGUAGES.map(loadWords)));

  describe.each(screens)("$name", ({ name, pictures }) => {
    const known = createKnown();

    test.each(pictures)("can be read and pressed in every language, by day and by night: $name", async ({ node }) => {
      const faults = [...(await findFaults(stage, node, ["Web A dark"]))];
      if (hasFirstLook && typeof node !== "function") faults.push(...(await judgePresses(name, known)));
      expect(faults, formatFaults(faults)).toEqual([]);
    });
  });

  async function judgePresses(name: string, known: Known): Promise<readonly string[]> {
    await stage.redraw();
    const presses = await findPressFaults(name, stage.redraw, known);
    for (const { chart, edge } of presses.walked) walked.set(chart, (walked.get(chart) ?? new Set()).add(edge));
    const unlisted = presses.locals.filter((local) => LOCALS[name]?.includes(local) !== true);
    return [...presses.faults, ...unlisted.map((local) => `not listed: ${local}`)];
  }
}
