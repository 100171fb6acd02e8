import { afterAll, beforeAll, describe, test } from "vitest";
import { commands, page } from "vitest/browser";

import { listScreenPictures } from "./listScreenPictures.ts";
import { openStage } from "./openStage.ts";
import { EVERYDAY_THEMES } from "./themes.ts";
import { toFileName } from "./toFileName.ts";

/** Latin, ideographs, and the tallest letters. */
const LANGUAGES = ["en", "zh-CN", "km"] as const;

const screens = await listScreenPictures();
const stage = openStage();

beforeAll(() => page.viewport(390, 844));
afterAll(() => stage.clear());

describe.each(screens)("$name", ({ name: screen, pictures }) => {
  // oxlint-disable-next-line vitest/expect-expect -- a shot is for people to look at
  test.each(pictures)("is shot: $name", async ({ name, node }) => {
    for (const theme of EVERYDAY_THEMES) {
      // The app that is led to a look opens in its own language.
      await stage.show({ node, language: "en", theme });
      for (const language of LANGUAGES) {
        await stage.speak(language);
        await commands.takeShot(`${screen}/${toFileName(`${name}.${language}.${theme}`)}`);
      }
    }
  });
});
