import { afterAll, beforeAll, expect, test } from "vitest";
import { page } from "vitest/browser";

import { ODD_PALETTES } from "#tests/support/themePalettes.ts";

import { findFaults } from "./checks/findFaults.ts";
import { formatFaults } from "./checks/formatFaults.ts";
import { listPrimitivePages } from "./listPrimitivePages.tsx";
import { openStage } from "./openStage.ts";
import type { ThemeName } from "./themes.ts";

const OTHER_THEMES = ["Web A dark", ...(Object.keys(ODD_PALETTES) as readonly ThemeName[])] as const;

const stage = openStage();

beforeAll(() => page.viewport(320, 640));
afterAll(() => stage.clear());

test.each(listPrimitivePages())("$name can be read and pressed in every language and theme", async ({ node }) => {
  const faults = await findFaults(stage, node, OTHER_THEMES);
  expect(faults, formatFaults(faults)).toEqual([]);
});
