import type { Page } from "playwright";
import type { Account } from "./ethereum.ts";
import { pressMainAction } from "./person.ts";
import type { Person } from "./person.ts";
import { pressAction } from "./pressAction.ts";
import type { Translate } from "./texts.ts";
import type { World } from "./world.ts";

/** The payment page in an ordinary tab, with the local wallet as its extension. */
export interface PaymentPage {
  readonly page: Page;
  readonly t: Translate;
  /** Before the test ids of the wallet's window. */
  readonly wallet: string;
}

const ETHEREUM_WALLET = "wallet";

/** Follows the payment link of the app, out of the messenger. The page speaks the language of the person. */
export async function openPaymentPage(world: World, person: Person, wallet = ETHEREUM_WALLET): Promise<PaymentPage> {
  return await followLink(world, person, "envelope:send.openPayment", wallet);
}

/** Follows the link to the page that proves a wallet, out of the messenger. */
export async function openProofPage(world: World, person: Person, wallet = ETHEREUM_WALLET): Promise<PaymentPage> {
  return await followLink(world, person, "withdraw:prove", wallet);
}

async function followLink(world: World, person: Person, key: string, wallet: string): Promise<PaymentPage> {
  const opened = person.page.context().waitForEvent("page");
  await pressMainAction(person, person.t(key));
  const page = await opened;
  world.watch.followPaymentPage(page);
  const payment = { page, t: person.t, wallet };
  await page.getByRole("button", { name: payment.t("wallet:payment.connect"), exact: true }).waitFor();
  return payment;
}

/** Presses a button by the key of its words. */
export async function press({ page, t }: PaymentPage, key: string): Promise<void> {
  await pressAction(page.getByRole("button", { name: t(key), exact: true }));
}

/** Connects the wallet's account, as its owner agrees to in the wallet's window. */
export async function connectWallet({ page, t, wallet }: PaymentPage, account: Pick<Account, "index">): Promise<void> {
  await pressAction(page.getByRole("button", { name: t("wallet:payment.connect"), exact: true }));
  const question = page.getByTestId(`${wallet}-connect`);
  await question.getByTestId(`${wallet}-account`).selectOption(String(account.index));
  await question.getByTestId(`${wallet}-approve`).click();
}

/** Connects the wallet that knows the page already: neither connection nor proof is asked for again. */
export async function reconnectWallet(payment: PaymentPage): Promise<void> {
  const { page, t } = payment;
  await pressAction(page.getByRole("button", { name: t("wallet:payment.connect"), exact: true }));
  await waitForTerms(payment);
}

/** Connects the wallet that knows the page already, past the warning that it may have paid. */
export async function payAgain(payment: PaymentPage): Promise<void> {
  const { page, t } = payment;
  await pressAction(page.getByRole("button", { name: t("wallet:payment.connect"), exact: true }));
  await page.getByRole("heading", { name: t("wallet:payment.state.confirmingRepeat"), exact: true }).waitFor();
  await pressAction(page.getByRole("button", { name: t("wallet:payment.payAgain"), exact: true }));
  await waitForTerms(payment);
}

/** Signs the free proof of ownership; resolves with the text that was signed, once the terms are shown. */
export async function proveOwnership(payment: PaymentPage): Promise<string> {
  const message = await signProof(payment);
  await waitForTerms(payment);
  return message;
}

/** Signs the free proof of ownership; resolves with the text that was signed. */
export async function signProof({ page, t, wallet }: PaymentPage): Promise<string> {
  await pressAction(page.getByRole("button", { name: t("wallet:connection.sign"), exact: true }));
  const question = page.getByTestId(`${wallet}-sign`);
  const message = await question.getByTestId(`${wallet}-message`).innerText();
  await question.getByTestId(`${wallet}-approve`).click();
  return message;
}

export async function waitForTerms({ page, t }: PaymentPage): Promise<void> {
  await page.getByRole("heading", { name: t("wallet:payment.state.reviewing"), exact: true }).waitFor();
}

/** Asks to pay and reads what the wallet is about to sign. */
export async function startPaying(payment: PaymentPage): Promise<{ to: string; amount: string }> {
  await pressPay(payment);
  const { page, wallet } = payment;
  const question = page.getByTestId(`${wallet}-send`);
  return {
    to: await question.getByTestId(`${wallet}-to`).innerText(),
    amount: await question.getByTestId(`${wallet}-amount`).innerText(),
  };
}

/** Pays what the app shows, out of the messenger, until that is told; resolves with what the wallet was asked for. */
export async function payOrder(
  world: World,
  person: Person,
  account: Pick<Account, "index">,
): Promise<{ to: string; amount: string }> {
  const payment = await openPaymentPage(world, person);
  await connectWallet(payment, account);
  await proveOwnership(payment);
  const asked = await startPaying(payment);
  await approvePayment(payment);
  await payment.page.getByText(payment.t("wallet:payment.successText")).waitFor();
  await payment.page.close();
  return asked;
}

/** Asks to pay, whatever the wallet does then. */
export async function pressPay({ page, t }: PaymentPage): Promise<void> {
  await pressAction(page.getByRole("button", { name: t("wallet:payment.pay", { amount: "" }).trim() }));
}

export async function approvePayment({ page, wallet }: PaymentPage): Promise<void> {
  await page.getByTestId(`${wallet}-send`).getByTestId(`${wallet}-approve`).click();
}
