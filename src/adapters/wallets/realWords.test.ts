import { BadRequestError, UnknownError, UserRejectsError } from "@tonconnect/ui-react";
import { describe, expect, it } from "vitest";
import { toWalletFailure as readEthereum } from "./ethereum/toWalletFailure.ts";
import type { WalletStep } from "./readProviderReason.ts";
import { toWalletFailure as readSolana } from "./solana/toWalletFailure.ts";
import { toWalletFailure as readTon } from "./ton/toWalletFailure.ts";
import { toWalletFailure as readTron } from "./tron/toWalletFailure.ts";

const says = (message: string, code?: number | string, more: object = {}) =>
  Object.assign(new Error(message), code === undefined ? more : { code, ...more });

/** Refusals as people have reported them of real wallets, and where. */
const REFUSALS: readonly [wallet: string, error: unknown, source: string][] = [
  [
    "MetaMask",
    says("MetaMask Tx Signature: User denied transaction signature.", 4001),
    "MetaMask/metamask-extension#5562",
  ],
  [
    "MetaMask, message",
    says("MetaMask Message Signature: User denied message signature."),
    "MetaMask/metamask-extension#5562",
  ],
  ["Coinbase Wallet", says("User denied transaction signature"), "MetaMask/metamask-extension#5562"],
  ["Coinbase Wallet, connecting", says("User denied account authorization"), "coinbase/coinbase-wallet-sdk#241"],
  ["MetaMask core, cancelled", says("User cancelled the transaction", -32_603), "MetaMask/core#200"],
  ["MetaMask core, rejected", says("User rejected the transaction", -32_603), "MetaMask/core#200"],
  ["WalletConnect, session", says("User rejected.", 5000), "wevm/viem#1045"],
  ["WalletConnect, bare code", { code: 5000 }, "WalletConnect/WalletConnectKotlinV2#278"],
  ["WalletConnect, methods", says("User rejected methods.", 5002), "antonio-fr/pyWalletConnect#16"],
  ["WalletConnect, chains", says("User disapproved requested chains", 5001), "MultipleChain/web3modal src/utils.js"],
  ["a wallet over WalletConnect", says("User Rejected Request", -32_000), "antonio-fr/pyWalletConnect#16"],
  ["Rainbow", says("Request rejected"), "Uniswap/interface src/utils/swapErrorToUserReadableMessage.tsx"],
  ["Frame", says("User declined transaction"), "Uniswap/interface src/utils/swapErrorToUserReadableMessage.tsx"],
  ["SafePal", says("cancelled by user"), "Uniswap/interface src/utils/swapErrorToUserReadableMessage.tsx"],
  ["Trust Wallet", says("User canceled"), "Uniswap/interface src/utils/swapErrorToUserReadableMessage.tsx"],
  ["Fireblocks", says("User rejected"), "Uniswap/interface src/utils/swapErrorToUserReadableMessage.tsx"],
  ["Safe", says("Transaction was rejected"), "pancakeswap/pancake-frontend apps/gamification/utils/sentry.ts"],
  [
    "a wallet in the details",
    { code: -32_603, details: "Cancelled by User" },
    "pancakeswap/pancake-frontend apps/gamification/utils/sentry.ts",
  ],
  ["a bare word", "cancel", "pancakeswap/pancake-frontend apps/gamification/utils/sentry.ts"],
  [
    "ethers",
    says("user rejected action", "ACTION_REJECTED", { info: { error: { code: 4001, message: "ethers-user-denied" } } }),
    "BoltzExchange/boltz-web-app#1220",
  ],
  ["Ledger", says("Ledger device: Condition of use not satisfied (denied by the user?) (0x6985)"), "LedgerHQ ledgerjs"],
  [
    "Ledger in an RPC error",
    says("An unknown RPC error occurred.", -32_603, { cause: says("denied by the user (0x6985)") }),
    "LedgerHQ ledgerjs",
  ],
  ["Trezor", says("Action cancelled by user"), "babylonlabs-io/babylon-toolkit#2176"],
  ["Keplr with a Ledger", says("Transaction rejected"), "babylonlabs-io/babylon-toolkit#2176"],
  ["a modal that is closed", says("User closed modal"), "babylonlabs-io/babylon-toolkit#2176"],
  ["Coinbase Wallet on Solana", says("User canceled request"), "anza-xyz/wallet-adapter#538"],
  ["Phantom", says("User rejected the request.", 4001), "phantom/phantom-connect-sdk#359"],
  ["Backpack", says("user rejected signature request"), "coral-xyz/backpack#904"],
  ["Solana Mobile", says("sign request declined"), "wallet-ui/wallet-ui#520"],
  ["Freighter", says("The user rejected this request."), "stellar/freighter#2100"],
  ["a wallet of Sui", says("Rejected from user"), "MystenLabs/sui#19830"],
  ["TronLink", "Confirmation declined by user", "tronprotocol/tronwallet-adapter"],
  ["a wallet of Tron by WalletConnect", says("Reject Session", 4001), "tronprotocol/tronwallet-adapter#14"],
  ["MyTonWallet, JS bridge", says("[TON_CONNECT_SDK_ERROR] Reject request"), "ton-connect/sdk#21"],
  ["Tonhub", says("[TON_CONNECT_SDK_ERROR] Wallet declined the request"), "ton-connect/sdk#21"],
  ["OpenMask", says("[TON_CONNECT_SDK_ERROR] Close PopUp"), "ton-connect/sdk#21"],
  ["a wallet in Chinese", says("用户取消了操作"), "no report found: as Chinese interfaces say it"],
  ["a wallet in traditional Chinese", "使用者拒絕了請求", "no report found: as Chinese interfaces say it"],
  ["a wallet in Chinese, short", says("操作已取消"), "no report found: as Chinese interfaces say it"],
  ["a wallet in Spanish", says("El usuario canceló la operación"), "no report found"],
  ["a wallet in Vietnamese", says("Người dùng đã từ chối yêu cầu"), "no report found"],
  ["a wallet in Indonesian", says("Permintaan dibatalkan: pengguna menolak"), "no report found"],
  ["a number as a text", says("", "4001"), "no report found"],
  ["WalletConnect's number as a text", { code: "5000" }, "no report found"],
  ["one word", says("UserRejectedRequestError"), "no report found"],
  ["a name in a text", says("user_canceled"), "no report found"],
  ["a Ledger's number", says("An error occurred (0x6985)", -32_603), "LedgerHQ ledgerjs"],
  ["a text alone", "User rejected the request.", "sherlock-protocol/sherlock-v2-frontend#59"],
];

const STEPS: readonly WalletStep[] = ["connect", "sign", "pay"];

describe("a refusal in a wallet", () => {
  it.each(REFUSALS)("%s: %o", (_, error) => {
    for (const step of STEPS) {
      for (const read of [readEthereum, readSolana, readTron]) {
        expect(read(error, step)).toMatchObject({ kind: "wallet", reason: "cancelled" });
      }
    }
    expect(readTon(error, "pay")).toMatchObject({ kind: "wallet", reason: "cancelled" });
    expect(readTon(error, "connect")).toMatchObject({ kind: "wallet", reason: "denied" });
  });
});

describe("what is no refusal", () => {
  it.each([
    ["a node", says("Transaction rejected", -32_003)],
    ["a node that names a cause", says("transaction rejected: nonce too low", -32_000)],
    ["a node's limit", says("request rejected: rate limit")],
    ["a node that is away", says("connect ECONNREFUSED 127.0.0.1:8545: connection refused")],
    ["a connection that ended", says("WebSocket connection closed")],
    ["an operation that ended", says("Operation aborted")],
    [
      "a transaction that another replaced",
      says("transaction was replaced", "TRANSACTION_REPLACED", { cancelled: true }),
    ],
    ["a contract", says("execution reverted: order cancelled")],
    ["a node that has it already", says("transaction rejected: already known", -32_000)],
    ["a pool", says("Transaction cancelled: dropped from the mempool")],
    ["one that sent it", says("Transaction rejected after broadcast")],
    ["a sequencer", says("Transaction rejected by sequencer")],
    ["a bundler", says("user operation rejected by the bundler")],
    ["a receipt that is not there yet", says("receipt of the transaction from 0x1f…9c not found")],
    ["nothing", {}],
  ])("by %s: %o", (_, error) => {
    for (const read of [readEthereum, readSolana, readTron]) {
      expect(read(error, "pay")).toMatchObject({ reason: "payFailed" });
    }
    expect(readTon(error, "pay")).toMatchObject({ reason: "payFailed" });
  });

  it("is a wallet that still asks about an earlier payment: that one may be agreed to", () => {
    // ton-connect/sdk#328
    const busy = "User rejects the action in the wallet. User has already opened the previous request";
    expect(readTon(new UserRejectsError(busy), "pay")).toMatchObject({ reason: "payFailed" });
    // MetaMask/metamask-extension#10085
    const processing = says("Already processing eth_requestAccounts. Please wait.", -32_002);
    expect(readEthereum(processing, "connect")).toMatchObject({ reason: "locked" });
    expect(readEthereum(says("Request of type 'eth_sendTransaction' already pending", -32_002), "pay")).toMatchObject({
      reason: "payFailed",
    });
  });
});

describe("a wallet that is locked", () => {
  it.each([
    says("Ledger device: Locked device (0x5515)"),
    says("Wallet is locked"),
    says("Please unlock your wallet", -32_603),
    says("Unknown RPC error", -32_603, { cause: says("Device is locked") }),
    "请先解锁钱包",
  ])("says %o", (error) => {
    for (const read of [readEthereum, readSolana, readTron]) {
      for (const step of STEPS) expect(read(error, step)).toMatchObject({ reason: "locked" });
    }
  });
});

describe("a wallet on another account", () => {
  it.each([
    says("unknown account"),
    says("from address does not match the selected account", -32_602),
    // TronWeb and TronLink
    says("Private key does not match address in transaction"),
  ])("says %o", (error) => {
    for (const read of [readEthereum, readSolana, readTron]) {
      expect(read(error, "pay")).toMatchObject({ reason: "addressMismatch" });
    }
    expect(readTon(new BadRequestError(error.message), "pay")).toMatchObject({ reason: "addressMismatch" });
  });
});

it("a wrapping that holds itself ends", () => {
  const error: Record<string, unknown> = { message: "odd" };
  error["cause"] = error;
  expect(readEthereum(error, "pay")).toEqual({ kind: "wallet", reason: "payFailed", detail: "odd" });
  expect(readTon(new UnknownError("odd"), "pay")).toMatchObject({ reason: "payFailed" });
});
