import type { Response } from "playwright";
import { expect } from "vitest";
import { pressMainAction } from "./person.ts";
import type { Person } from "./person.ts";

/** From an envelope's page: opens the form for the passphrase. */
export async function openPassphraseForm(person: Person): Promise<void> {
  const { app, t } = person;
  await pressMainAction(person, t("envelope:claim.enter"));
  await app.getByLabel(t("envelope:claim.passphrase")).waitFor();
}

/** Types a passphrase and claims; resolves with the server's answer. */
export async function tryPassphrase(person: Person, passphrase: string): Promise<Response> {
  const { page, app, t } = person;
  await app.getByLabel(t("envelope:claim.passphrase")).fill(passphrase);
  const answered = page.waitForResponse((response) => response.url().endsWith("/v1/redpackage/acceptRedEnvelope"));
  await pressMainAction(person, t("envelope:claim.submit"));
  return await answered;
}

/** From an envelope's page: claims by its passphrase; resolves with the amount. */
export async function claimByPassphrase(person: Person, passphrase: string, coin?: string): Promise<string> {
  await openPassphraseForm(person);
  expect((await tryPassphrase(person, passphrase)).status()).toBe(200);
  return await readOpenedAmount(person, coin);
}

/** Reads the large amount on the opened envelope, as a decimal text with a point. */
export async function readOpenedAmount({ app, t }: Person, coin = "ETH"): Promise<string> {
  await app.getByText(t("envelope:claim.credited")).waitFor();
  const text = await app.getByRole("main").innerText();
  const amount = new RegExp(`(\\d+(?:[.,]\\d+)?)\\s+${coin}`, "u").exec(text)?.[1];
  if (amount === undefined) throw new Error(`no amount in ${JSON.stringify(text)}`);
  return amount.replace(",", ".");
}
