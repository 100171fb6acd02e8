import { type Address, beginCell, type Cell, contractAddress } from "@ton/core";
import { readList, readRecord } from "../nodeAnswers.ts";
import { type AccountReading, readAccount } from "../ton/account.ts";
import type { Call } from "../ton/network.ts";
import { parseCell, readBytes } from "../ton/values.ts";

/** The exotic cell that stands for a library (TL-B `lib_ref`). */
const LIBRARY_TAG = 2;
const STATUS_BITS = 4;
/** Bits of the status. */
const CANNOT_SEND = 1;
const CANNOT_RECEIVE = 2;

/** The one contract that counts. */
export interface Jetton {
  readonly master: Address;
  /** The hash of the code that the network's library holds for its wallets, in hex. */
  readonly walletCodeHash: string;
}

/** Whether the issuer has locked a wallet so that it sends nothing. */
export const cannotSend = ({ status }: Pick<JettonWalletState, "status">): boolean => (status & CANNOT_SEND) !== 0;

/** Whether the issuer has locked a wallet so that it sends back what arrives. */
export const cannotReceive = ({ status }: Pick<JettonWalletState, "status">): boolean =>
  (status & CANNOT_RECEIVE) !== 0;

/** What a jetton wallet stores. */
export interface JettonWalletState {
  /** What its issuer has locked: 1 sending, 2 receiving, 3 both. */
  readonly status: number;
  readonly balanceBase: bigint;
}

/** The code of each jetton wallet: a cell that stands for the one in the library. */
export function writeWalletCode({ walletCodeHash }: Pick<Jetton, "walletCodeHash">): Cell {
  return beginCell()
    .storeUint(LIBRARY_TAG, 8)
    .storeBuffer(Buffer.from(walletCodeHash, "hex"))
    .endCell({ exotic: true });
}

/** The address of an owner's jetton wallet: that of its first state. */
export function locateJettonWallet(jetton: Jetton, owner: Address): Address {
  const { master } = jetton;
  const code = writeWalletCode(jetton);
  const data = beginCell().storeUint(0, STATUS_BITS).storeCoins(0).storeAddress(owner).storeAddress(master).endCell();
  return contractAddress(0, { code, data });
}

/** The address that the master itself names. */
export async function askForJettonWallet(call: Call, { master }: Jetton, owner: Address): Promise<Address> {
  const slice = beginCell().storeAddress(owner).endCell().toBoc().toString("base64");
  const asked = { address: master.toRawString(), method: "get_wallet_address", stack: [["tvm.Slice", slice]] };
  const answer = readRecord(await call("runGetMethod", asked));
  if (answer["exit_code"] !== 0) throw new Error("the master names no jetton wallet");
  const [item] = readList(answer["stack"]);
  // By the node's version it is called a cell or a slice.
  const [, value] = readList(item);
  return parseCell(readBytes(readRecord(value)["bytes"]))
    .beginParse()
    .loadAddress();
}

/** What an owner's jetton wallet holds after a block; nothing where it was never deployed. */
export async function readJettonWallet(
  call: Call,
  jetton: Jetton,
  owner: Address,
  seqno: number | null,
): Promise<JettonWalletState> {
  const account = await readAccount(call, locateJettonWallet(jetton, owner).toRawString(), seqno);
  return readJettonAccount(account, jetton, owner);
}

/** The same of an account that was read. Throws for a frozen one. */
export function readJettonAccount(
  { status, readState }: AccountReading,
  jetton: Jetton,
  owner: Address,
): JettonWalletState {
  if (status === "uninitialized") return { status: 0, balanceBase: 0n };
  const { data } = status === "active" ? readState() : {};
  if (data === null || data === undefined) throw new Error("the jetton wallet's state cannot be read");
  return parseState(data, jetton, owner);
}

function parseState(data: Cell, { master }: Jetton, owner: Address): JettonWalletState {
  const slice = data.beginParse();
  const state = { status: slice.loadUint(STATUS_BITS), balanceBase: slice.loadCoins() };
  if (!slice.loadAddress().equals(owner) || !slice.loadAddress().equals(master)) {
    throw new Error("the jetton wallet is another owner's or another jetton's");
  }
  return state;
}
