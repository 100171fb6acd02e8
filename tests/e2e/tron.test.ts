import { describeWallet } from "./support/describeWallet.ts";
import { drain, getTreasuryHex, getTronAccount, readBalanceSun, TRON_WALLET } from "./support/tronWallet.ts";
import { switchFrom } from "./support/walletTroubles.ts";

const MAIN_NETWORK = "0x2b6653dc";

describeWallet({
  type: "Tron",
  symbol: "TRX",
  coin: "tron",
  key: "tron",
  wallet: TRON_WALLET,
  installUrl: "https://www.tronlink.org/",
  cutReason: "linkFailed",
  lockedReason: "notLoggedIn",
  getAccount: getTronAccount,
  readBalance: readBalanceSun,
  drain,
  mistype: (address) => address.toLowerCase(),
  showTreasury: getTreasuryHex,
  leaveNetwork: (payment, messages) => switchFrom(payment, messages, MAIN_NETWORK),
  proofNames: () => [],
  amount: "10",
  amountBase: 10_000_000,
  sending: { path: "**/wallet/broadcasttransaction", holds: "" },
  refusal: { code: "SIGERROR" },
  taken: { result: true },
  balancePath: "**/wallet/getaccount",
  isSentAgain: true,
  explorerUrl: /^https:\/\/explorer\.example\/tx\/[0-9a-f]{64}$/,
  withdrawn: { amount: "4", moreThan: 3_000_000, atMost: 4_000_000 },
});
