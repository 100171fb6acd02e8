import { expect, it } from "vitest";
import { describeWallet } from "./support/describeWallet.ts";
import { approvePayment, reconnectWallet, startPaying } from "./support/paymentPage.ts";
import {
  drain,
  getSolanaAccount,
  getSolanaTreasury,
  passSlots,
  readLamports,
  SOLANA_WALLET,
} from "./support/solanaWallet.ts";
import { fillAgain, refusePayment, waitForSwitch } from "./support/walletTroubles.ts";
import { setWallet } from "./support/walletWindow.ts";

/** 150 blocks, and some slots without one. */
const BLOCKHASH_SLOTS = 170;
const DRAIN_FEE = 5_000;
const ASKED_AMOUNT = "0.5 SOL";

describeWallet(
  {
    type: "Solana",
    symbol: "SOL",
    coin: "sol",
    key: "solana",
    wallet: SOLANA_WALLET,
    installUrl: "https://phantom.com/download",
    cutReason: "connectionFailed",
    lockedReason: "locked",
    getAccount: getSolanaAccount,
    readBalance: readLamports,
    drain,
    mistype: (address) => `${address.slice(0, -1)}0`,
    showTreasury: getSolanaTreasury,
    leaveNetwork: (payment, messages) =>
      waitForSwitch(payment, messages, { from: "solana:mainnet", to: "solana:localnet" }),
    proofNames: ({ info }) => [info.solana?.network.id ?? "a network"],
    amount: "0.5",
    amountBase: 500_000_000,
    sending: { path: "**/devnet/solana/rpc", holds: "sendTransaction" },
    refusal: { jsonrpc: "2.0", id: 1, error: { code: -32_603, message: "Internal error" } },
    taken: { jsonrpc: "2.0", id: 1, result: "taken" },
    isSentAgain: false,
    explorerUrl: /^https:\/\/explorer\.example\/tx\/[1-9A-HJ-NP-Za-km-z]{80,90}$/,
    withdrawn: { amount: "0.4", moreThan: 399_000_000, atMost: 399_999_999 },
  },
  (getScene) => {
    it("a wallet tries on its node what the page took for covered", async () => {
      const { stack, payment, messages } = getScene();
      const account = getSolanaAccount(stack, 0);
      const before = await readLamports(stack, account.address);
      await startPaying(payment);
      const giveBack = await drain(stack, account, getSolanaAccount(stack, 1));
      await approvePayment(payment);
      await fillAgain(payment, messages, giveBack);
      expect(before - (await readLamports(stack, account.address))).toBe(DRAIN_FEE);
    });

    it("a payment that is signed too late is not sent, and can be signed anew", async () => {
      const { stack, payment, messages } = getScene();
      await startPaying(payment);
      await passSlots(stack, BLOCKHASH_SLOTS);
      await approvePayment(payment);
      await messages.see(payment, "signedTooLate");
      expect(await refusePayment(payment, messages)).toEqual({ to: getSolanaTreasury(stack), amount: ASKED_AMOUNT });
    });

    it("the page sends what a wallet only signs", async () => {
      const { stack, payment, messages } = getScene();
      await setWallet(payment, { mood: "onlySigns" });
      await payment.page.reload();
      await reconnectWallet(payment);
      expect(await refusePayment(payment, messages)).toEqual({ to: getSolanaTreasury(stack), amount: ASKED_AMOUNT });
    });
  },
);
