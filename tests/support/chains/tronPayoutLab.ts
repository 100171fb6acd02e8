import type { Database } from "#server/db/database.ts";
import { type ChainPayoutLab, openChainPayoutLab } from "./chainPayoutLab.ts";
import { createStranger, startTronLab, type TronLab } from "./tronLab.ts";

export type TronPayoutLab = ChainPayoutLab<TronLab>;

export async function startTronPayoutLab(database: Database, seed: string): Promise<TronPayoutLab> {
  return openChainPayoutLab(database, seed, {
    start: ({ clock }) => startTronLab(clock),
    // The first transfer to an address.
    feeBase: 1_100_000n,
    grossBase: 50_000_000n,
    createReceiver: (receiver) => createStranger(receiver),
    readBalance: (lab, address) => lab.readBalance(address),
    readTreasury: (lab) => lab.readBalance(lab.treasury.address),
    adjustTreasury: ({ chain, treasury }, differenceBase) => chain.fund(treasury.hex, Number(differenceBase)),
    async forget({ chain }) {
      chain.forgetWaiting();
    },
  });
}
