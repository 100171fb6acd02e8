import type { Locator } from "playwright";

/** The visible text, with each gap as one space. */
export async function readText(locator: Locator): Promise<string> {
  return (await locator.innerText()).replaceAll(/\s+/gu, " ").trim();
}
