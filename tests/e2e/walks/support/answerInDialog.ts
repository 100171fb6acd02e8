import type { Person } from "../../support/person.ts";

/** Presses an answer of the question that a dialog asks. */
export async function answerInDialog({ app, t }: Person, key: string): Promise<void> {
  await app
    .getByRole("dialog")
    .getByRole("button", { name: t(key), exact: true })
    .click();
}
