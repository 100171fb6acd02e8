import { type Address, Dictionary, type DictionaryValue } from "@ton/core";
import type { TreasuryFuel } from "../chain.ts";
import { takeEach, takeHighest, takeLowest, takeStrictest } from "../quorum.ts";
import { readAccount } from "../ton/account.ts";
import type { TonReader } from "../ton/reader.ts";
import type { Call } from "../ton/network.ts";
import { type Prices, readParameter, readPrices, scaleFee } from "../ton/sign.ts";
import { type Jetton, readJettonWallet, writeWalletCode } from "./jettonWallet.ts";

/** What goes with a transfer for gas; most of it comes back. What a locked receiver refuses never does. */
const GAS_BASE = 30_000_000n;
/** What the treasury's own message costs beside that, with 50 orders in it. */
const MESSAGE_BASE = 100_000_000n;
/** What a payout costs where its receiver has no jetton wallet yet. */
const COST_BASE = 23_400_000n;
/** The same where the network takes its special price for USDT: so much gas for each step of a jetton wallet. */
const SPECIAL_COST_BASE = 13_100_000n;
const SPECIAL_GAS = 1_000n;
/** Parameter of the chain: contracts whose gas the network fixes, by the hash of their code. */
const FIXED_GAS_PARAMETER = 45;
/** What 50 payouts take along, and a reserve. */
const LEAST_BASE = 2_000_000_000n;

/** Of the list, and of each item (TL-B `precompiled_contracts_config`, `precompiled_smc`). */
const TAG_BITS = 8;
const FIXED_GAS: DictionaryValue<bigint> = {
  serialize: (gas, builder) => builder.storeUint(0xb0, TAG_BITS).storeUint(gas, 64),
  parse: (item) => item.skip(TAG_BITS).loadUintBig(64),
};

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
  const costBase = (await hasSpecialPrice(call, jetton)) ? SPECIAL_COST_BASE : COST_BASE;
  return {
    fuelBase,
    leastBase: scaleFee(LEAST_BASE, prices),
    costBase: scaleFee(costBase, prices),
    isLocked: status !== 0,
  };
}

/** Whether the network takes its special price for a step of the jetton's wallets, which it may end at any time. */
export async function hasSpecialPrice(call: Call, jetton: Pick<Jetton, "walletCodeHash">): Promise<boolean> {
  // A node that has no such list to tell may refuse the question: then it is the usual price.
  const list = await readParameter(call, FIXED_GAS_PARAMETER).catch(() => null);
  if (list === null || list.remainingBits < TAG_BITS) return false;
  list.skip(TAG_BITS);
  const gas = list.loadDict(Dictionary.Keys.Buffer(32), FIXED_GAS).get(writeWalletCode(jetton).hash());
  return gas !== undefined && gas <= SPECIAL_GAS;
}

export const chooseFuel = takeEach<NetworkFuel>({
  fuelBase: takeLowest,
  leastBase: takeHighest,
  costBase: takeHighest,
  isLocked: takeStrictest([true, false]),
});
