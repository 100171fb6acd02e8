import { NETWORKS } from "./solanaMemory.ts";
import type { AskedTransfer, SolanaPrompts } from "./solanaProvider.ts";
import { formatUnits } from "./formatUnits.ts";
import { el, pair, WalletPanel } from "./walletPanel.ts";
import type { WalletAccount } from "./walletTypes.ts";

const PREFIX = "solana-wallet";

/** The Solana wallet's window over the page. */
export class SolanaPanel extends WalletPanel implements SolanaPrompts {
  constructor(openSettings: () => void) {
    super(openSettings, { prefix: PREFIX, name: "Devnet Solana Wallet", place: 2 });
  }

  async transfer(account: WalletAccount, { to, lamports, balance }: AskedTransfer): Promise<boolean> {
    return await this.ask(
      "send",
      "Send",
      [
        el(
          "dl",
          {},
          ...pair("From", `${account.name} ${account.address}`),
          ...pair("To", to, `${PREFIX}-to`),
          ...pair("Amount", `${formatUnits(lamports, 9)} SOL`, `${PREFIX}-amount`),
          ...pair("Balance", `${formatUnits(balance, 9)} SOL`),
          ...pair("Network", NETWORKS["solana:localnet"]),
        ),
        // Its owner may try all the same: the node refuses.
        ...(lamports < balance ? [] : [el("p", { class: "warning" }, "Insufficient funds")]),
      ],
      "Confirm",
    );
  }
}
