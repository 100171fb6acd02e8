import type { WalletType } from "#domain/coins.ts";
import type { WalletFailureReason } from "#machines/kit/failure.ts";
import { listWalletMessages } from "#tests/messages/walletMessages.ts";
import type { PaymentPage } from "./paymentPage.ts";

/** What a story has shown of the messages that the wallets of a coin can cause. */
export class WalletMessages {
  readonly #walletType: WalletType;
  readonly #seen = new Set<WalletFailureReason>();

  constructor(walletType: WalletType) {
    this.#walletType = walletType;
  }

  /** Waits until a person can read the message. */
  async see({ page, t }: PaymentPage, reason: WalletFailureReason): Promise<void> {
    await page
      .getByText(t(`wallet:failure.${reason}`))
      .first()
      .waitFor();
    this.#seen.add(reason);
  }

  /** What nobody has seen. */
  listUnseen(): readonly WalletFailureReason[] {
    return listWalletMessages()
      .filter(({ walletType, reason }) => walletType === this.#walletType && !this.#seen.has(reason))
      .map(({ reason }) => reason);
  }
}
