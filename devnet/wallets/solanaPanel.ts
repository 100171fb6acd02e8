import { NETWORKS } from "./solanaMemory.ts";
import type { AskedTransfer, SolanaPrompts } from "./solanaProvider.ts";
import { formatUnits } from "./formatUnits.ts";
import { WalletPanel } from "./walletPanel.ts";
import type { WalletAccount } from "./walletTypes.ts";

/** The Solana wallet's window over the page. */
export class SolanaPanel extends WalletPanel implements SolanaPrompts {
  constructor(openSettings: () => void) {
    super(openSettings, { prefix: "solana-wallet", name: "Devnet Solana Wallet", label: "Solana", place: 2 });
  }

  async transfer(account: WalletAccount, { to, lamports, balance }: AskedTransfer): Promise<boolean> {
    const shown = {
      to,
      amount: `${formatUnits(lamports, 9)} SOL`,
      balance: `${formatUnits(balance, 9)} SOL`,
      network: NETWORKS["solana:localnet"],
      isCovered: lamports < balance,
    };
    return await this.askToSend(account, shown);
  }
}
