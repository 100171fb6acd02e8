import type { Address } from "@ton/core";
import type { TreasuryFuel } from "../chain.ts";
import { takeEach, takeHighest, takeLowest, takeStrictest } from "../quorum.ts";
import { readAccount } from "../ton/account.ts";
import type { TonReader } from "../ton/reader.ts";
import { type Prices, readPrices, scaleFee } from "../ton/sign.ts";
import { type Jetton, readJettonWallet } from "./jettonWallet.ts";

/** What goes with a transfer for gas; most of it comes back. What a locked receiver refuses never does. */
const GAS_BASE = 30_000_000n;
/** What the treasury's own message costs beside that, with 50 orders in it. */
const MESSAGE_BASE = 100_000_000n;
/** What a payout costs where its receiver has no jetton wallet yet, by the network's special price for USDT. */
const COST_BASE = 13_100_000n;
/** What 50 payouts take along, and a reserve. */
const LEAST_BASE = 2_000_000_000n;

/** What the network tells of it. */
type NetworkFuel = Omit<TreasuryFuel, "feeBase">;

/** What goes with one transfer at these prices. */
export function priceGas(prices: Prices): bigint {
  return scaleFee(GAS_BASE, prices);
}

/** Orders that the treasury can pay the gas of by one message: each takes its gas along. */
export function countPayable(fuelBase: bigint, prices: Prices): number {
  const freeBase = fuelBase - scaleFee(MESSAGE_BASE, prices);
  return freeBase <= 0n ? 0 : Number(freeBase / priceGas(prices));
}

/** What a treasury has to move its money with, and whether it may, as one endpoint has it. */
export async function readFuel(reader: TonReader, jetton: Jetton, treasury: Address): Promise<NetworkFuel> {
  const { call } = reader;
  const { position } = await reader.readTip();
  const { balanceBase: fuelBase } = await readAccount(call, treasury.toRawString(), position);
  const { status } = await readJettonWallet(call, jetton, treasury, position);
  const prices = await readPrices(call);
  const [leastBase, costBase] = [scaleFee(LEAST_BASE, prices), scaleFee(COST_BASE, prices)];
  return { fuelBase, leastBase, costBase, isLocked: status !== 0 };
}

export const chooseFuel = takeEach<NetworkFuel>({
  fuelBase: takeLowest,
  leastBase: takeHighest,
  costBase: takeHighest,
  isLocked: takeStrictest([true, false]),
});
