import { createHash } from "node:crypto";
import { beginCell, Cell, contractAddress, Dictionary } from "@ton/core";
import type { Address } from "@ton/core";
import type { TonChain } from "../tonChain.ts";
import { MASTER_CODE, WALLET_CODE } from "./code.ts";

/** The exotic cell that stands for a library (TL-B `lib_ref`). */
const LIBRARY_TAG = 2;
const CODED_CONTENT = 0;
const SNAKE = 0;
const CONTENT = { name: "Tether USD (local)", symbol: "USDT", decimals: "6" };
/** What keeps the master and a wallet in the chain. */
const MASTER_GRAM = 10n ** 10n;
const WALLET_GRAM = 10n ** 7n;

interface WalletState {
  /** 1 cannot send, 2 cannot receive, 3 neither. */
  readonly status: number;
  readonly balanceBase: bigint;
  readonly owner: Address;
  readonly master: Address;
}

function writeWalletData({ status, balanceBase, owner, master }: WalletState): Cell {
  return beginCell().storeUint(status, 4).storeCoins(balanceBase).storeAddress(owner).storeAddress(master).endCell();
}

/** A dollar on the local chain, whose issuer may lock wallets, and move and burn what they hold. */
export interface LocalUsdt {
  readonly master: Address;
  /** The code of each wallet: a cell that names the library's. */
  readonly walletCode: Cell;
  /** The jetton wallet of an owner. */
  readonly locate: (owner: Address) => Address;
  /** Gives an owner on a chain a jetton wallet, besides what was ever issued. */
  readonly give: (chain: TonChain, owner: Address, balanceBase: bigint) => void;
  /** Puts the contracts on a chain, with a balance for each of these owners. */
  readonly deploy: (chain: TonChain, owners: readonly Address[], balanceBase: bigint) => void;
}

export function createUsdt(issuer: Address): LocalUsdt {
  const code = Cell.fromBase64(MASTER_CODE);
  const library = Cell.fromBase64(WALLET_CODE);
  const walletCode = beginCell().storeUint(LIBRARY_TAG, 8).storeBuffer(library.hash()).endCell({ exotic: true });
  const writeMaster = (supplyBase: bigint): Cell =>
    beginCell().storeCoins(supplyBase).storeAddress(issuer).storeRef(walletCode).storeRef(writeContent()).endCell();
  const master = contractAddress(0, { code, data: writeMaster(0n) });
  const locate = (owner: Address): Address =>
    contractAddress(0, {
      code: walletCode,
      data: writeWalletData({ status: 0, balanceBase: 0n, owner, master }),
    });
  const give = (chain: TonChain, owner: Address, balanceBase: bigint): void => {
    const data = writeWalletData({ status: 0, balanceBase, owner, master });
    chain.fund(locate(owner), WALLET_GRAM, { code: walletCode, data });
  };
  return {
    master,
    walletCode,
    locate,
    give,
    deploy(chain, owners, balanceBase) {
      chain.publish(library);
      chain.fund(master, MASTER_GRAM, { code, data: writeMaster(balanceBase * BigInt(owners.length)) });
      for (const owner of owners) give(chain, owner, balanceBase);
    },
  };
}

function writeContent(): Cell {
  const values = Dictionary.empty(Dictionary.Keys.Buffer(32), Dictionary.Values.Cell());
  for (const [key, text] of Object.entries(CONTENT)) {
    const name = createHash("sha256").update(key).digest();
    values.set(name, beginCell().storeUint(SNAKE, 8).storeStringTail(text).endCell());
  }
  return beginCell().storeUint(CODED_CONTENT, 8).storeDict(values).endCell();
}
