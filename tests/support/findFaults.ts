import { page } from "vitest/browser";
import { findViolations } from "./findViolations.ts";

/** The smallest size for a finger. */
const TARGET_PX = 44;

const CONTROLS = "button, a[href], [role=tab], select, input:not([type=radio], [type=checkbox], [type=hidden])";

/** What does not fit the page at its present width: sideways overflow and controls too small for a finger. */
export function findMisfits(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const overflow = scrollWidth > clientWidth ? [`the page is ${String(scrollWidth - clientWidth)} px too wide`] : [];
  const small = [...document.querySelectorAll<HTMLElement>(CONTROLS)]
    .filter((control) => {
      const { width, height } = control.getBoundingClientRect();
      return Math.min(width, height) < TARGET_PX;
    })
    .map(({ outerHTML }) => `too small: ${outerHTML}`);
  return [...overflow, ...small];
}

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
