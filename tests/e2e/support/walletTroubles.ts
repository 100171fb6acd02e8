import { expect } from "vitest";
import type { WalletFailureReason } from "#machines/kit/failure.ts";
import { BALANCE_KEPT_MS, PATIENCE_MS, SLOW_MS } from "./patience.ts";
import {
  connectWallet,
  press,
  pressPay,
  reconnectWallet,
  signProof,
  startPaying,
  waitForTerms,
} from "./paymentPage.ts";
import type { PaymentPage } from "./paymentPage.ts";
import { readText } from "./readText.ts";
import type { WalletMessages } from "./walletMessages.ts";
import { answerWallet, disconnectWallet, setWallet, setWalletAbsent, toggleWalletLock } from "./walletWindow.ts";

const TERMS_PATH = "**/api/v1/order/paymentRequest*";

/**
 * What keeps a wallet from being connected, one after the other. In the end the page is loaded anew.
 * @param cutReason of a wallet that has lost its link
 * @returns where the page sends somebody without the wallet
 */
export async function seeNoConnection(
  payment: PaymentPage,
  messages: WalletMessages,
  cutReason: WalletFailureReason,
): Promise<string | null> {
  const { page, t } = payment;
  await setWalletAbsent(payment, true);
  await press(payment, "wallet:payment.connect");
  await messages.see(payment, "notInstalled");
  const installUrl = await page
    .getByRole("link", { name: t("wallet:connection.install"), exact: true })
    .getAttribute("href");
  await setWalletAbsent(payment, false);

  await setWallet(payment, { mood: "refusing" });
  await press(payment, "wallet:payment.connect");
  await messages.see(payment, "denied");
  await setWallet(payment, { mood: "cut" });
  await press(payment, "wallet:connection.retry");
  await messages.see(payment, cutReason);

  await setWallet(payment, { mood: "slow" });
  await page.clock.install();
  await press(payment, "wallet:connection.retry");
  await page.getByText(t("wallet:connection.busy.connecting")).waitFor();
  await page.clock.fastForward(PATIENCE_MS);
  await messages.see(payment, "linkTimeout");
  await setWallet(payment, { mood: "usual" });
  await page.reload();
  return installUrl;
}

/** A locked wallet: the page goes on once it is unlocked. Resolves with what it says of the account, another one. */
export async function unlockAtOtherAccount(payment: PaymentPage, messages: WalletMessages): Promise<string> {
  const { page, wallet } = payment;
  await toggleWalletLock(payment);
  await press(payment, "wallet:payment.connect");
  await page.getByTestId(`${wallet}-unlock`).waitFor();
  await press(payment, "wallet:connection.cancel");
  await press(payment, "wallet:payment.connect");
  await messages.see(payment, "locked");
  await answerWallet(payment, "unlock", true);
  await page.getByTestId(`${wallet}-connect`).getByTestId(`${wallet}-account`).selectOption("1");
  await answerWallet(payment, "connect", true);
  await messages.see(payment, "addressMismatch");
  return await readText(page.getByRole("main"));
}

/** The right account on another network: the owner refuses to switch, then agrees. */
export async function switchFrom(payment: PaymentPage, messages: WalletMessages, network: string): Promise<void> {
  await setWallet(payment, { accountIndex: 0, network });
  await messages.see(payment, "wrongNetwork");
  await press(payment, "wallet:connection.switchNetwork");
  await answerWallet(payment, "switch", false);
  await messages.see(payment, "wrongNetwork");
  await press(payment, "wallet:connection.switchNetwork");
  await answerWallet(payment, "switch", true);
}

/** The right account on another network, for a wallet that its owner alone can switch. */
export async function waitForSwitch(
  payment: PaymentPage,
  messages: WalletMessages,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const { page, t } = payment;
  await setWallet(payment, { accountIndex: 0, network: from });
  await messages.see(payment, "wrongNetwork");
  const switching = page.getByRole("button", { name: t("wallet:connection.switchNetwork"), exact: true });
  expect(await switching.count()).toBe(0);
  await setWallet(payment, { network: to });
}

/** The owner refuses the proof, then signs it; resolves with its text, once the terms are shown. */
export async function proveAtLast(payment: PaymentPage): Promise<string> {
  const { page, t } = payment;
  await page.getByText(t("wallet:connection.proofText")).waitFor();
  await press(payment, "wallet:connection.sign");
  await answerWallet(payment, "sign", false);
  await page.getByText(t("wallet:failure.proofRefused")).waitFor();
  const proof = await signProof(payment);
  await waitForTerms(payment);
  return proof;
}

/** The owner refuses to pay; resolves with what the wallet was asked. */
export async function refusePayment(
  payment: PaymentPage,
  messages: WalletMessages,
): Promise<{ to: string; amount: string }> {
  const asked = await startPaying(payment);
  await answerWallet(payment, "send", false);
  await messages.see(payment, "cancelled");
  await press(payment, "wallet:payment.retry");
  await waitForTerms(payment);
  return asked;
}

/** The wallet cannot tell what its account has. */
export async function refuseBalance(payment: PaymentPage, messages: WalletMessages): Promise<void> {
  await setWallet(payment, { mood: "withoutBalance" });
  await pressPay(payment);
  await messages.see(payment, "balanceUnavailable");
  await setWallet(payment, { mood: "usual" });
  await press(payment, "wallet:payment.retry");
  await reconnectWallet(payment);
}

/** The wallet is locked while the terms are read once more. */
export async function lockBeforePaying(
  payment: PaymentPage,
  messages: WalletMessages,
  reason: WalletFailureReason,
): Promise<void> {
  const { page } = payment;
  await page.route(TERMS_PATH, async (route) => {
    await toggleWalletLock(payment);
    await route.continue();
  });
  await pressPay(payment);
  await messages.see(payment, reason);
  await page.unroute(TERMS_PATH);
  await toggleWalletLock(payment);
  await press(payment, "wallet:payment.retry");
  await reconnectWallet(payment);
}

/** The account has too little, as the page reads it, until it is given back. */
export async function lackBalance(
  payment: PaymentPage,
  messages: WalletMessages,
  giveBack: () => Promise<void>,
): Promise<void> {
  await payment.page.waitForTimeout(BALANCE_KEPT_MS);
  await pressPay(payment);
  await fillAgain(payment, messages, giveBack);
}

/** The payment fails for too small a balance, which is given back. */
export async function fillAgain(
  payment: PaymentPage,
  messages: WalletMessages,
  giveBack: () => Promise<void>,
): Promise<void> {
  await messages.see(payment, "insufficientBalance");
  await giveBack();
  await payment.page.waitForTimeout(BALANCE_KEPT_MS);
  await press(payment, "wallet:payment.retry");
  await reconnectWallet(payment);
}

/**
 * The wallet forgets the page before it answers, and is connected anew.
 * @param waitForWallet until the slow wallet has begun
 */
export async function forgetPage(
  payment: PaymentPage,
  messages: WalletMessages,
  account: { readonly index: number },
  waitForWallet: () => Promise<void> = async () => undefined,
): Promise<void> {
  const { page, t } = payment;
  await setWallet(payment, { mood: "slow" });
  const begun = waitForWallet();
  await pressPay(payment);
  await page.getByText(t("wallet:payment.inWalletText")).waitFor();
  await begun;
  await disconnectWallet(payment);
  await page.clock.fastForward(SLOW_MS);
  await messages.see(payment, "notConnected");
  await setWallet(payment, { mood: "usual" });
  await press(payment, "wallet:payment.retry");
  await connectWallet(payment, account);
  await waitForTerms(payment);
}
