import type { AskedTransfer, TronPrompts } from "./tronProvider.ts";
import { formatUnits } from "./formatUnits.ts";
import { el, pair, WalletPanel } from "./walletPanel.ts";
import type { WalletAccount } from "./walletTypes.ts";

const PREFIX = "tron-wallet";

/** The Tron wallet's window over the page. */
export class TronPanel extends WalletPanel implements TronPrompts {
  constructor(openSettings: () => void) {
    super(openSettings, { prefix: PREFIX, name: "Devnet Tron Wallet", place: 1 });
  }

  async transfer(account: WalletAccount, { toHex, amountSun, balanceSun }: AskedTransfer): Promise<boolean> {
    return await this.ask(
      "send",
      "Send",
      [
        el(
          "dl",
          {},
          ...pair("From", `${account.name} ${account.address}`),
          ...pair("To", toHex, `${PREFIX}-to`),
          ...pair("Amount", `${formatUnits(amountSun, 6)} TRX`, `${PREFIX}-amount`),
          ...pair("Balance", `${formatUnits(balanceSun, 6)} TRX`),
          ...pair("Network", "Tron (local)"),
        ),
      ],
      "Confirm",
    );
  }
}
