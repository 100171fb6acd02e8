import { type Address, beginCell, type Cell } from "@ton/core";

/** What a jetton's wallets, owners, master and issuer say to each other (TEP-74 and its governed kind). */
export const OPCODES = {
  transfer: 0x0f8a_7ea5,
  internalTransfer: 0x178d_4519,
  notification: 0x7362_d09c,
  excesses: 0xd532_76db,
  burn: 0x595f_07bc,
  setStatus: 0xeed2_36d3,
  mint: 0x642b_7d07,
  callTo: 0x235c_af52,
} as const;

export interface JettonTransfer {
  readonly amountBase: bigint;
  readonly to: Address;
  readonly answerTo?: Address | null;
  readonly forwardedBase?: bigint;
  readonly payload?: Cell | null;
  /** Whether the payload stands in the message's own cell. */
  readonly isInline?: boolean;
  readonly queryId?: bigint;
}

/** An owner's order to the own jetton wallet. */
export function writeTransfer(transfer: JettonTransfer): Cell {
  const { amountBase, to, answerTo = null, forwardedBase = 1n, payload = null, isInline = false } = transfer;
  const body = beginCell()
    .storeUint(OPCODES.transfer, 32)
    .storeUint(transfer.queryId ?? 0n, 64)
    .storeCoins(amountBase)
    .storeAddress(to)
    .storeAddress(answerTo)
    .storeBit(0)
    .storeCoins(forwardedBase);
  if (payload !== null && isInline) return body.storeBit(0).storeSlice(payload.beginParse()).endCell();
  return body.storeMaybeRef(payload).endCell();
}

/** What a jetton wallet tells another one; from nobody it is a mint. */
export function writeInternalTransfer(amountBase: bigint, from: Address | null): Cell {
  return beginCell()
    .storeUint(OPCODES.internalTransfer, 32)
    .storeUint(0, 64)
    .storeCoins(amountBase)
    .storeAddress(from)
    .storeAddress(null)
    .storeCoins(0)
    .storeBit(0)
    .endCell();
}

export function writeBurn(amountBase: bigint): Cell {
  return beginCell()
    .storeUint(OPCODES.burn, 32)
    .storeUint(0, 64)
    .storeCoins(amountBase)
    .storeAddress(null)
    .storeBit(0)
    .endCell();
}

export function writeStatus(status: number): Cell {
  return beginCell().storeUint(OPCODES.setStatus, 32).storeUint(0, 64).storeUint(status, 4).endCell();
}

/** The issuer's order to the master: to mint for an owner, or to pass a message to the owner's jetton wallet. */
export function writeOrder(kind: "mint" | "callTo", owner: Address, message: Cell): Cell {
  return beginCell()
    .storeUint(OPCODES[kind], 32)
    .storeUint(0, 64)
    .storeAddress(owner)
    .storeCoins(100_000_000n)
    .storeRef(message)
    .endCell();
}
