import type { Locator } from "playwright";
import type { Person } from "./person.ts";

/** The visible text, with each gap as one space. */
export async function readText(locator: Locator): Promise<string> {
  return (await locator.innerText()).replaceAll(/\s+/gu, " ").trim();
}

/** What a screen of the app shows, or a page of its own. */
export async function readScreen({ app }: Pick<Person, "app">): Promise<string> {
  return await readText(app.getByRole("main"));
}
