import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commands, page } from "vitest/browser";

import { findViolations } from "#tests/support/findViolations.ts";

import { formatFaults } from "./checks/formatFaults.ts";
import { listScreenPictures } from "./listScreenPictures.ts";
import { openStage } from "./openStage.ts";
import { EVERYDAY_THEMES } from "./themes.ts";
import { toFileName } from "./toFileName.ts";

/** Latin, ideographs, and the tallest letters. */
const SHOT_LANGUAGES = ["en", "zh-CN", "km"] as const;

const screens = await listScreenPictures();
const stage = openStage();
const counts = screens.map(({ name, pictures }) => `${name} ${String(pictures.length)}`);
const total = screens.reduce((sum, { pictures }) => sum + pictures.length, 0);
console.log(`${String(total)} pictures of screens: ${counts.join(", ")}`);

beforeAll(() => page.viewport(390, 844));
afterAll(() => {
  stage.clear();
});

describe.each(screens)("$name", ({ name: screen, pictures }) => {
  describe.each(EVERYDAY_THEMES)("in %s", (theme) => {
    test.each(pictures)("has nothing that axe objects to: $name", async ({ name, node }) => {
      for (const language of SHOT_LANGUAGES) {
        await stage.show({ node, language, theme });
        await commands.takeShot(`${screen}/${toFileName(`${name}.${language}.${theme}`)}`);
      }
      const faults = await findViolations();
      expect(faults, formatFaults(faults)).toEqual([]);
    });
  });
});
