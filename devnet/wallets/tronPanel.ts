import type { AskedTransfer, TronPrompts } from "./tronProvider.ts";
import { formatUnits } from "./formatUnits.ts";
import { WalletPanel } from "./walletPanel.ts";
import type { WalletAccount } from "./walletTypes.ts";

/** The Tron wallet's window over the page. */
export class TronPanel extends WalletPanel implements TronPrompts {
  constructor(openSettings: () => void) {
    super(openSettings, { prefix: "tron-wallet", name: "Devnet Tron Wallet", label: "Tron", place: 1 });
  }

  async transfer(account: WalletAccount, { toHex, amountSun, balanceSun }: AskedTransfer): Promise<boolean> {
    const shown = {
      to: toHex,
      amount: `${formatUnits(amountSun, 6)} TRX`,
      balance: `${formatUnits(balanceSun, 6)} TRX`,
      network: "Tron (local)",
      isCovered: amountSun < balanceSun,
    };
    return await this.askToSend(account, shown);
  }
}
