import { expect } from "vitest";
import { CHAIN_PATIENCE_MS } from "./patience.ts";
import { press, waitForTerms } from "./paymentPage.ts";
import type { PaymentPage } from "./paymentPage.ts";
import { readText } from "./readText.ts";
import type { WalletMessages } from "./walletMessages.ts";

/** A network's explorer, for the settings. */
export const EXPLORER_TX = "https://explorer.example/tx/{txHash}";

/** A payment that was sent and that no block holds. Resolves with the address where the page has it looked for. */
export async function seeNoConfirmation(payment: PaymentPage, messages: WalletMessages): Promise<string | null> {
  const { page, t } = payment;
  await page.getByRole("heading", { name: t("wallet:payment.unseen"), exact: true }).waitFor();
  await page.clock.fastForward(CHAIN_PATIENCE_MS);
  await messages.see(payment, "confirmationTimeout");
  expect(await readText(page.getByRole("main"))).toContain(t("wallet:payment.money.sent"));
  return await page.getByRole("link", { name: t("wallet:payment.explorer"), exact: true }).getAttribute("href");
}

/** Once the page is loaded anew, another payment takes two words. */
export async function payAgainAfterReload(payment: PaymentPage): Promise<void> {
  const { page, t } = payment;
  await page.reload();
  await press(payment, "wallet:payment.back");
  await press(payment, "wallet:payment.payAgain");
  await page.getByRole("heading", { name: t("wallet:payment.state.confirmingRepeat"), exact: true }).waitFor();
  await press(payment, "wallet:payment.payAgain");
  await waitForTerms(payment);
}
