import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { page } from "vitest/browser";

import { LANGUAGES } from "#domain/language/language.ts";
import { loadWords } from "#domain/passphrase/loadWords.ts";

import { findFaults } from "./checks/findFaults.ts";
import { formatFaults } from "./checks/formatFaults.ts";
import { listScreenPictures } from "./listScreenPictures.ts";
import { openStage } from "./openStage.ts";

/** Sorted before this one are about as many pictures as after it; two files share the work of two cores. */
const MIDDLE = "sendRecord";

/**
 * Checks every look of the screens of one half: axe objects to nothing by night, and on the narrowest phone it can be read and
 * pressed in every language. By day and in English their walks look at them.
 */
export async function checkScreens(half: "first" | "second"): Promise<void> {
  const screens = await listScreenPictures((name) => name < MIDDLE === (half === "first"));
  const stage = openStage();
  console.log(`pictures: ${screens.map(({ name, pictures }) => `${name} ${String(pictures.length)}`).join(", ")}`);

  afterAll(() => stage.clear());

  // Nothing is laid out otherwise on a wider phone, and what axe looks for is the same.
  beforeAll(() => page.viewport(320, 640));

  // A press answers at once then.
  beforeAll(() => Promise.all(LANGUAGES.map(loadWords)));

  describe.each(screens)("$name", ({ pictures }) => {
    test.each(pictures)("can be read and pressed in every language, by day and by night: $name", async ({ node }) => {
      const faults = await findFaults(stage, node, ["Web A dark"]);
      expect(faults, formatFaults(faults)).toEqual([]);
    });
  });
}
