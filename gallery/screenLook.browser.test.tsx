import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { page } from "vitest/browser";

import { findColorViolations, findViolations } from "#tests/support/findViolations.ts";

import { formatFaults } from "./checks/formatFaults.ts";
import { listScreenPictures } from "./listScreenPictures.ts";
import { openStage } from "./openStage.ts";
import { wearTheme } from "./themes.ts";

const screens = await listScreenPictures();
const stage = openStage();
const counts = screens.map(({ name, pictures }) => `${name} ${String(pictures.length)}`);
const total = screens.reduce((sum, { pictures }) => sum + pictures.length, 0);
console.log(`${String(total)} pictures of screens: ${counts.join(", ")}`);

beforeAll(() => page.viewport(390, 844));
afterAll(() => stage.clear());

describe.each(screens)("$name", ({ pictures }) => {
  test.each(pictures)("has nothing that axe objects to, by day or by night: $name", async ({ node }) => {
    await stage.show({ node, language: "en", theme: "Web A light" });
    const faults = await findViolations();
    wearTheme("Web A dark");
    faults.push(...(await findColorViolations()));
    expect(faults, formatFaults(faults)).toEqual([]);
  });
});
