import type { WalletFailureReason } from "#machines/kit/failure.ts";
import { PATIENCE_MS } from "./patience.ts";
import { press, signProof, waitForTerms } from "./paymentPage.ts";
import type { PaymentPage } from "./paymentPage.ts";
import { readText } from "./readText.ts";
import type { WalletMessages } from "./walletMessages.ts";
import { answerWallet, setWallet, setWalletAbsent, toggleWalletLock } from "./walletWindow.ts";

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
