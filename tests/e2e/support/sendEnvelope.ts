import type { Locator } from "playwright";
import { goBack, pressMainAction } from "./person.ts";
import type { Person } from "./person.ts";

interface EnvelopeForm {
  /** The title of the group; left out, that of the first one. */
  readonly group?: string;
  /** The name of the coin where there are several; left out, the one that is chosen. */
  readonly coin?: RegExp;
  readonly totalAmount: string;
  readonly count: number;
  readonly passphrase: string;
  readonly remark: string;
}

/** From the start page: binds an address, and comes back. */
export async function bindWallet(person: Person, address: string): Promise<void> {
  const { app, t } = person;
  await app.getByRole("link", { name: t("wallet:binding.open"), exact: true }).click();
  await app.getByLabel(t("wallet:binding.address")).fill(address);
  await pressMainAction(person, t("wallet:binding.submit"));
  await app.getByText(t("wallet:binding.state.bound")).waitFor();
  await pressMainAction(person, t("wallet:binding.continue"));
  await goBack(person);
}

/** After a payment in the app: its page goes live before one's eyes, or is over already. */
export async function waitUntilSent({ app, t }: Person): Promise<void> {
  await app
    .getByText(t("envelope:send.state.live"))
    .or(app.getByText(t("envelope:recordStatus.notReceived")))
    .first()
    .waitFor();
}

/** Unfolds the folded fields of the form. A notice that comes late moves the button: a press that misses is repeated. */
export async function unfoldOptions({ app, t }: Pick<Person, "app" | "t">): Promise<void> {
  const more = app.getByRole("button", { name: t("envelope:send.options") });
  const unfolded = app.getByRole("button", { name: t("envelope:send.options"), expanded: true });
  do await more.click();
  while (!(await hasCome(unfolded)));
}

function hasCome(locator: Locator): Promise<boolean> {
  return locator.waitFor({ timeout: 2_000 }).then(
    () => true,
    () => false,
  );
}

/** From the start page: fills the form of a lucky draw for a group in and sends it; ends at the order to pay, or at its payment where that is made in the app. */
export async function prepareLuckyDraw(person: Person, form: EnvelopeForm): Promise<void> {
  const { app, t } = person;
  await app.getByRole("link", { name: form.group ?? "Friday lunch" }).click();
  if (form.coin !== undefined) {
    await app.getByRole("button", { name: t("envelope:send.coin") }).click();
    await app.getByRole("dialog").getByRole("button", { name: form.coin }).click();
  }
  await app.getByLabel(t("envelope:send.totalAmount")).fill(form.totalAmount);
  await app.getByLabel(t("envelope:send.count")).fill(String(form.count));
  await unfoldOptions(person);
  await app.getByRole("textbox", { name: t("envelope:send.passphrase") }).fill(form.passphrase);
  await app.getByLabel(t("envelope:send.remark")).fill(form.remark);
  await pressMainAction(person, t("envelope:send.submit"));
  await app
    .getByText(t("envelope:send.state.awaitingPayment"))
    .or(app.getByText(t("wallet:payment.title")))
    .first()
    .waitFor();
}
