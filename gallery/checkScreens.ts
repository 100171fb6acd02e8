import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { page } from "vitest/browser";

import { LANGUAGES } from "#domain/language/language.ts";
import { findColorViolations, findViolations } from "#tests/support/findViolations.ts";

import { formatFaults } from "./checks/formatFaults.ts";
import { findCutTexts } from "./checks/findCutTexts.ts";
import { findPoorControls } from "./checks/findPoorControls.ts";
import { listScreenPictures } from "./listScreenPictures.ts";
import { openStage } from "./openStage.ts";
import { wearTheme } from "./themes.ts";

/** Sorted before this one are about as many pictures as after it; two files share the work of two cores. */
const MIDDLE = "sendRecord";

/**
 * Checks every picture of the screens of one half: axe objects to nothing, by day or by night, and on the narrowest phone it
 * can be read and pressed in every language.
 */
export async function checkScreens(half: "first" | "second"): Promise<void> {
  const screens = await listScreenPictures((name) => name < MIDDLE === (half === "first"));
  const stage = openStage();
  console.log(`pictures: ${screens.map(({ name, pictures }) => `${name} ${String(pictures.length)}`).join(", ")}`);

  afterAll(() => stage.clear());

  describe("at 390 × 844", () => {
    beforeAll(() => page.viewport(390, 844));

    describe.each(screens)("$name", ({ pictures }) => {
      test.each(pictures)("has nothing that axe objects to, by day or by night: $name", async ({ node }) => {
        await stage.show({ node, language: "en", theme: "Web A light" });
        const faults = await findViolations();
        wearTheme("Web A dark");
        faults.push(...(await findColorViolations()));
        expect(faults, formatFaults(faults)).toEqual([]);
      });
    });
  });

  describe("at 320 × 640", () => {
    beforeAll(() => page.viewport(320, 640));

    describe.each(screens)("$name", ({ pictures }) => {
      test.each(pictures)("can be read and pressed in every language: $name", async ({ node }) => {
        const faults: string[] = [];
        await stage.show({ node, language: "en", theme: "Web A light" });
        for (const language of LANGUAGES) {
          await stage.speak(language);
          faults.push(...[...findCutTexts(), ...findPoorControls()].map((fault) => `${language}: ${fault}`));
        }
        expect(faults, formatFaults(faults)).toEqual([]);
      });
    });
  });
}
