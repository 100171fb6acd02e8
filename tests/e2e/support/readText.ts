import type { Locator } from "playwright";

/** The text that somebody sees, with every gap as one space. */
export async function readText(locator: Locator): Promise<string> {
  return (await locator.innerText()).replaceAll(/\s+/gu, " ").trim();
}
