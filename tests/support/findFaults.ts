import { page } from "vitest/browser";

import { findMisfits } from "./findMisfits.ts";
import { findViolations } from "./findViolations.ts";

const THEMES = ["light", "dark"] as const;

/** Everything wrong with the present page on the narrowest phone, in light and dark; empty when nothing is. */
export async function findFaults(): Promise<string[]> {
  const { dataset } = document.documentElement;
  await page.viewport(320, 700);
  const faults = findMisfits();
  for (const theme of THEMES) {
    dataset["theme"] = theme;
    faults.push(...(await findViolations()).map((violation) => `${theme}: ${violation}`));
  }
  delete dataset["theme"];
  await page.viewport(390, 844);
  return faults;
}
