import type { Stack } from "#devnet/startStack.ts";
import { readMailedCode } from "./mail.ts";
import { openFromGroup, openPlace, pressMainAction } from "./person.ts";
import type { Person } from "./person.ts";
import { logIn, type ApiUser } from "./logIn.ts";
import type { World } from "./world.ts";

/** Follows a cell of the personal center, which starts with these words. */
export async function openCell({ app, t }: Person, key: string): Promise<void> {
  await app.getByRole("link", { name: new RegExp(`^${t(key)}`) }).click();
}

/** From the personal center: sets the email with the code from the mail, and comes back. */
export async function setEmail(world: World, person: Person, email: string): Promise<void> {
  const { app, t } = person;
  await openCell(person, "about:hub.email");
  await app.getByLabel(t("codes:email.label")).fill(email);
  await pressMainAction(person, t("codes:email.submit"));
  await app.getByLabel(t("codes:code.label")).fill(await readMailedCode(world.stack, email));
  await app.getByText(t("codes:email.set")).waitFor();
  await pressMainAction(person, t("codes:done"));
}

/** From the personal center: sets the first security code, and comes back. */
export async function setSecurityCode(person: Person, code: string): Promise<void> {
  const { app, t } = person;
  await openCell(person, "about:hub.code");
  await app.getByLabel(t("codes:securityCode.label")).fill(code);
  await app.getByLabel(t("codes:securityCode.repeat")).fill(code);
  await pressMainAction(person, t("codes:securityCode.submit.set"));
  await app.getByText(t("codes:securityCode.saved.set")).waitFor();
  await pressMainAction(person, t("codes:done"));
  await app.getByRole("link", { name: `${t("about:hub.code")} ${t("about:hub.isSet")}` }).waitFor();
}

interface Security {
  readonly email: string;
  readonly code: string;
}

/** Gives an account an email and a security code, without a page. */
export async function secureUser(stack: Pick<Stack, "info">, api: ApiUser, { email, code }: Security): Promise<void> {
  await api.post("email/sendVerificationCode", { purpose: "updateEmail", email });
  await api.post("user/updateEmail", { email, verificationCode: await readMailedCode(stack, email) });
  await api.post("user/changeSecurityCode", { newSecurityCode: code });
}

/** Gives the account an email and a security code, and opens the app anew at the personal center. */
export async function secureAccount(world: World, person: Person, security: Security): Promise<void> {
  await secureUser(world.stack, await logIn(world.stack, person.n), security);
  await person.page.reload();
  await openFromGroup(person);
  await openPlace(person, "personalCenter");
}

/** Answers the question for the security code. */
export async function giveSecurityCode(person: Person, code: string): Promise<void> {
  const { app, t } = person;
  await app.getByRole("dialog").getByLabel(t("codes:prompt.label")).fill(code);
  await pressMainAction(person, t("codes:prompt.submit"));
}
