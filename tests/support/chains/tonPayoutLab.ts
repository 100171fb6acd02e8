import { Address, toNano } from "@ton/core";
import type { Database } from "#server/db/database.ts";
import { type ChainPayoutLab, openChainPayoutLab } from "./chainPayoutLab.ts";
import { startTonLab, type TonLab, type TonLabOptions } from "./tonLab.ts";
import { createTonWallet } from "./tonWallet.ts";

export type TonPayoutLab = ChainPayoutLab<TonLab>;

export async function startTonPayoutLab(
  database: Database,
  seed: string,
  options: TonLabOptions = {},
): Promise<TonPayoutLab> {
  return openChainPayoutLab(database, seed, {
    start: ({ clock }) => startTonLab(clock, options),
    feeBase: 6_000_000n,
    grossBase: toNano("0.5"),
    createReceiver: (receiver) => createTonWallet(receiver).contract.address.toString({ bounceable: false }),
    readBalance: (lab, address) => lab.readBalance(Address.parse(address).toRawString()),
    readTreasury: (lab) => lab.readBalance(lab.treasury.address.toRawString()),
    adjustTreasury: ({ chain, treasury }, differenceBase) => chain.adjust(treasury.address, differenceBase),
    forget: (lab) => lab.drop(1),
  });
}
