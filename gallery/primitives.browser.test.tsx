import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { page } from "vitest/browser";

import { LANGUAGES } from "#domain/language/language.ts";
import { findColorViolations, findViolations } from "#tests/support/findViolations.ts";
import { ODD_PALETTES } from "#tests/support/themePalettes.ts";

import { formatFaults } from "./checks/formatFaults.ts";
import { findCutTexts } from "./checks/findCutTexts.ts";
import { findPoorControls } from "./checks/findPoorControls.ts";
import { listPrimitivePages } from "./listPrimitivePages.tsx";
import { openStage } from "./openStage.ts";
import { EVERYDAY_THEMES, wearTheme, type ThemeName } from "./themes.ts";

const [THEME, ...OTHER_THEMES] = [...EVERYDAY_THEMES, ...(Object.keys(ODD_PALETTES) as readonly ThemeName[])] as const;

const pages = listPrimitivePages();
const stage = openStage();

afterAll(() => stage.clear());

describe("at 320 px", () => {
  beforeAll(() => page.viewport(320, 640));

  test.each(pages)("$name can be read and pressed in every language", async ({ node }) => {
    const faults: string[] = [];
    for (const language of LANGUAGES) {
      await stage.show({ node, language, theme: "Web A light" });
      faults.push(...[...findCutTexts(), ...findPoorControls()].map((fault) => `${language}: ${fault}`));
    }
    expect(faults, formatFaults(faults)).toEqual([]);
  });
});

describe("at 390 × 844", () => {
  beforeAll(() => page.viewport(390, 844));

  test.each(pages)("$name has nothing that axe objects to in any theme", async ({ node }) => {
    const faults: string[] = [];
    await stage.show({ node, language: "en", theme: THEME });
    faults.push(...(await findViolations()).map((fault) => `${THEME}: ${fault}`));
    for (const theme of OTHER_THEMES) {
      wearTheme(theme);
      faults.push(...(await findColorViolations()).map((fault) => `${theme}: ${fault}`));
    }
    expect(faults, formatFaults(faults)).toEqual([]);
  });
});
