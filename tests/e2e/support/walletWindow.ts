import type { Mood } from "#devnet/wallets/ownedWallet.ts";
import type { PaymentPage } from "./paymentPage.ts";

interface Change {
  readonly accountIndex?: number;
  /** As the wallet names it; empty for the local one of Tron. */
  readonly network?: string;
  readonly mood?: Mood;
}

type Window = Pick<PaymentPage, "page" | "wallet">;

/** Changes the wallet's settings in its window. */
export async function setWallet({ page, wallet }: Window, { accountIndex, network, mood }: Change): Promise<void> {
  await page.getByTestId(`${wallet}-launcher`).click();
  const settings = page.getByTestId(`${wallet}-settings`);
  if (accountIndex !== undefined) await settings.getByTestId(`${wallet}-account`).selectOption(String(accountIndex));
  if (network !== undefined) await settings.getByTestId(`${wallet}-network`).selectOption(network);
  if (mood !== undefined) await settings.getByTestId(`${wallet}-mood`).selectOption(mood);
  await settings.getByTestId(`${wallet}-close`).click();
}

/** Takes the wallet out of the browser, or puts it back; the page is loaded anew. */
export async function setWalletAbsent({ page, wallet }: Window, isAbsent: boolean): Promise<void> {
  await page.getByTestId(`${wallet}-launcher`).click();
  const reloaded = page.waitForEvent("load");
  await page.getByTestId(`${wallet}-mood`).selectOption(isAbsent ? "absent" : "usual");
  await reloaded;
}

/** Locks or unlocks the wallet in its window. */
export async function toggleWalletLock({ page, wallet }: Window): Promise<void> {
  await page.getByTestId(`${wallet}-launcher`).click();
  await page.getByTestId(`${wallet}-lock`).click();
}

/** Has the wallet forget the page. */
export async function disconnectWallet({ page, wallet }: Window): Promise<void> {
  await page.getByTestId(`${wallet}-launcher`).click();
  await page.getByTestId(`${wallet}-disconnect`).click();
}

/** Answers the wallet's question. */
export async function answerWallet({ page, wallet }: Window, kind: string, isAllowed: boolean): Promise<void> {
  const answer = isAllowed ? "approve" : "reject";
  await page.getByTestId(`${wallet}-${kind}`).getByTestId(`${wallet}-${answer}`).click();
}
