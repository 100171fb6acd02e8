import { Address } from "@ton/core";
import { COINS } from "#domain/coins.ts";
import type { Call } from "../ton/network.ts";
import type { TonReader } from "../ton/reader.ts";
import { createRules as createGramRules, readRange, type TransferReader } from "../ton/transfers.ts";
import { type Jetton, locateJettonWallet } from "./jettonWallet.ts";
import type { UsdtConfig } from "./settings.ts";
import { createRules } from "./transfers.ts";

/** Below it Gram at the treasury of USDT is fuel like any other: to send it back costs more. */
const LEAST_GRAM_BASE = 10_000_000n;
interface StrayPlaces extends Pick<UsdtConfig, "gramTreasuries" | "fuelAddresses"> {
  jetton: Jetton;
  treasuries: readonly Address[];
}

/** Reads, from one endpoint, USDT at the Gram treasury and Gram at the USDT treasury. */
export function createStrayReader(call: Call, places: StrayPlaces): NonNullable<TonReader["readStrays"]> {
  const { jetton, treasuries } = places;
  const others = places.gramTreasuries.map((address) => Address.parse(address));
  const ours = [...treasuries, ...others, ...places.fuelAddresses.map((address) => Address.parse(address))];
  const gram: TransferReader = { call, accounts: treasuries, rules: createGramRules(ours), reports: new Map() };
  const usdt: TransferReader = {
    call,
    accounts: others.map((treasury) => locateJettonWallet(jetton, treasury)),
    rules: createRules(jetton, ours, COINS.usdt.minBase),
    reports: new Map(),
  };
  return async (coinType, range) => {
    const [reader, leastBase] = coinType === "usdt" ? [usdt, COINS.usdt.minBase] : [gram, LEAST_GRAM_BASE];
    const reading = await readRange(reader, range);
    // Anybody can send many that are worth nothing.
    return { ...reading, transfers: reading.transfers.filter(({ amountBase }) => amountBase >= leastBase) };
  };
}
