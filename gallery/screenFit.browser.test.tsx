import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { page } from "vitest/browser";

import { LANGUAGES } from "#domain/language/language.ts";

import { formatFaults } from "./checks/formatFaults.ts";
import { findCutTexts } from "./checks/findCutTexts.ts";
import { findPoorControls } from "./checks/findPoorControls.ts";
import { listScreenPictures } from "./listScreenPictures.ts";
import { openStage } from "./openStage.ts";

const screens = await listScreenPictures();
const stage = openStage();

beforeAll(() => page.viewport(320, 640));
afterAll(() => stage.clear());

describe.each(screens)("$name at 320 px", ({ pictures }) => {
  test.each(pictures)("can be read and pressed in every language: $name", async ({ node }) => {
    const faults: string[] = [];
    for (const language of LANGUAGES) {
      await stage.show({ node, language, theme: "Web A light" });
      faults.push(...[...findCutTexts(), ...findPoorControls()].map((fault) => `${language}: ${fault}`));
    }
    expect(faults, formatFaults(faults)).toEqual([]);
  });
});
