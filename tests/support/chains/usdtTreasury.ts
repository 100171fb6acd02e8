import { Address, beginCell, type Cell, Dictionary, toNano } from "@ton/core";
import type { TestClock } from "../testClock.ts";
import { writeOrder, writeStatus } from "./jettonMessages.ts";
import type { TonLabOptions } from "./tonLab.ts";
import { startUsdtLab, type UsdtLab } from "./usdtLab.ts";

/** What a treasury keeps to pay its payouts with. */
export const FUEL = toNano(5);
/** The parameter with the prices of gas in workchain 0, and what is before that of a unit, in bits. */
const GAS_PRICES = 21;
const PRICE_PLACE = 144;

/** A laboratory whose treasury can pay out. */
export async function startFuelledLab(
  clock: TestClock,
  options: Pick<TonLabOptions, "confirmations"> = {},
): Promise<UsdtLab> {
  const lab = await startUsdtLab(clock, options);
  lab.chain.adjust(lab.treasury.address, FUEL);
  await lab.advance(1);
  // The order, what it moves and what that becomes are decided one block after the other.
  return {
    ...lab,
    endingBlocks: 4,
    async connectSuccessor() {
      const next = await lab.connectSuccessor();
      lab.chain.adjust(Address.parse(next.treasuryAddress), FUEL);
      await lab.advance(1);
      return next;
    },
  };
}

/** What an account has of the network's coin. */
export function readCoins({ chain }: UsdtLab, owner: Address): bigint {
  const { account } = chain.readAccount(owner.toRawString(), chain.readHead().seqno).shardAccount;
  return account?.storage.balance.coins ?? 0n;
}

/** Sets what the treasury has of the network's coin, with the next block. */
export function setFuel(lab: UsdtLab, fuel: bigint): void {
  lab.chain.adjust(lab.treasury.address, fuel - readCoins(lab, lab.treasury.address));
}

/** The issuer's order to an owner's jetton wallet. It arrives with the next block. */
export async function order(
  lab: UsdtLab,
  owner: Address,
  body: Cell,
  kind: "mint" | "callTo" = "callTo",
): Promise<void> {
  const message = writeOrder(kind, owner, body);
  await lab.issuer.send({ to: lab.usdt.master, amountBase: toNano("0.5"), bounce: true, body: message });
  await lab.advance(0);
}

/** Of the issuer's locks. */
export const [OPEN, NO_SENDING, NO_RECEIVING] = [0, 1, 2];

export const lock = (lab: UsdtLab, owner: Address, status: number): Promise<void> =>
  order(lab, owner, writeStatus(status));

/** The prices of gas so many times as high from the next block on. Answers the ones before. */
export function raiseGasPrice({ chain }: UsdtLab, factor: bigint): Cell {
  const known = Dictionary.loadDirect(Dictionary.Keys.Int(32), Dictionary.Values.Cell(), chain.config);
  const prices = known.get(GAS_PRICES);
  if (prices === undefined) throw new Error("a chain has prices");
  const slice = prices.beginParse();
  const [before, gasPrice] = [slice.loadBits(PRICE_PLACE), slice.loadUintBig(64)];
  const raised = beginCell()
    .storeBits(before)
    .storeUint(gasPrice * factor, 64)
    .storeSlice(slice);
  chain.configure(GAS_PRICES, raised.endCell());
  return prices;
}

export function setGasPrice({ chain }: UsdtLab, prices: Cell): void {
  chain.configure(GAS_PRICES, prices);
}
