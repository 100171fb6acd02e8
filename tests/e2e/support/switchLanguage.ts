import type { Language } from "#domain/language/language.ts";
import { pressMainAction, type Person } from "./person.ts";
import { createTranslate } from "./texts.ts";

/** Chooses another language by the floating button; resolves with the person who reads it from now on. */
export async function switchLanguage(person: Person, language: Language): Promise<Person> {
  const { app, t } = person;
  await app.getByRole("button", { name: new RegExp(t("app:language.open")) }).click();
  await app.getByRole("dialog").locator(`input[value="${language}"]`).check();
  await pressMainAction(person, t("app:language.confirm"));
  const changed = { ...person, t: await createTranslate(language) };
  await app.getByText(changed.t("app:yesLang")).waitFor();
  return changed;
}
