import { afterAll, describe, expect, test } from "vitest";
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
 * Checks every picture of the screens of one half: on the narrowest phone it can be read and pressed in every language,
 * and axe objects to nothing, by day or by night. A picture is mounted once for all of it.
 */
export async function checkScreens(half: "first" | "second"): Promise<void> {
  const screens = await listScreenPictures((name) => name < MIDDLE === (half === "first"));
  const stage = openStage();
  const counts = screens.map(({ name, pictures }) => `${name} ${String(pictures.length)}`);
  console.log(`pictures of screens: ${counts.join(", ")}`);

  afterAll(() => stage.clear());

  describe.each(screens)("$name", ({ pictures }) => {
    test.each(pictures)("can be read and pressed by everybody: $name", async ({ node }) => {
      const faults: string[] = [];
      await page.viewport(390, 844);
      await stage.show({ node, language: "en", theme: "Web A light" });
      faults.push(...(await findViolations()));
      wearTheme("Web A dark");
      faults.push(...(await findColorViolations()));
      await page.viewport(320, 640);
      for (const language of LANGUAGES) {
        await stage.speak(language);
        faults.push(...[...findCutTexts(), ...findPoorControls()].map((fault) => `${language}: ${fault}`));
      }
      expect(faults, formatFaults(faults)).toEqual([]);
    });
  });
}
