import type { Page } from "playwright";
import type { Account } from "./ethereum.ts";
import { pressMainAction } from "./person.ts";
import type { Person } from "./person.ts";
import type { Translate } from "./texts.ts";
import type { World } from "./world.ts";

/** The payment page in an ordinary tab, with the local wallet as its extension. */
export interface PaymentPage {
  readonly page: Page;
  readonly t: Translate;
}

/** Follows the payment link of the app, out of the messenger. The page speaks the language of the person. */
export async function openPaymentPage(world: World, person: Person): Promise<PaymentPage> {
  const opened = person.page.context().waitForEvent("page");
  await pressMainAction(person, person.t("envelope:send.openPayment"));
  const page = await opened;
  world.watch.followPaymentPage(page);
  const payment = { page, t: person.t };
  await page.getByRole("button", { name: payment.t("wallet:payment.connect") }).waitFor();
  return payment;
}

/** Connects the wallet's account, as its owner agrees to in the wallet's window. */
export async function connectWallet({ page, t }: PaymentPage, account: Account): Promise<void> {
  await page.getByRole("button", { name: t("wallet:payment.connect") }).click();
  const question = page.getByTestId("wallet-connect");
  await question.getByTestId("wallet-account").selectOption(String(account.index));
  await question.getByTestId("wallet-approve").click();
}

/** Connects the wallet that knows the page already: neither connection nor proof is asked for again. */
export async function reconnectWallet({ page, t }: PaymentPage): Promise<void> {
  await page.getByRole("button", { name: t("wallet:payment.connect") }).click();
  await waitForTerms({ page, t });
}

/** Connects the wallet that knows the page already, past the warning that it may have paid. */
export async function payAgain({ page, t }: PaymentPage): Promise<void> {
  await page.getByRole("button", { name: t("wallet:payment.connect") }).click();
  await page.getByRole("heading", { name: t("wallet:payment.state.confirmingRepeat") }).waitFor();
  await page.getByRole("button", { name: t("wallet:payment.payAgain") }).click();
  await waitForTerms({ page, t });
}

/** Signs the free proof of ownership; resolves with the text that was signed, once the terms are shown. */
export async function proveOwnership({ page, t }: PaymentPage): Promise<string> {
  await page.getByRole("button", { name: t("wallet:connection.sign") }).click();
  const question = page.getByTestId("wallet-sign");
  const message = await question.getByTestId("wallet-message").innerText();
  await question.getByTestId("wallet-approve").click();
  await waitForTerms({ page, t });
  return message;
}

async function waitForTerms({ page, t }: PaymentPage): Promise<void> {
  await page.getByRole("heading", { name: t("wallet:payment.state.reviewing") }).waitFor();
}

/** Asks to pay and reads what the wallet is about to sign. */
export async function startPaying({ page, t }: PaymentPage): Promise<{ to: string; amount: string }> {
  await page.getByRole("button", { name: t("wallet:payment.pay", { amount: "" }).trim() }).click();
  const question = page.getByTestId("wallet-send");
  return {
    to: await question.getByTestId("wallet-to").innerText(),
    amount: await question.getByTestId("wallet-amount").innerText(),
  };
}

export async function approvePayment({ page }: PaymentPage): Promise<void> {
  await page.getByTestId("wallet-send").getByTestId("wallet-approve").click();
}
