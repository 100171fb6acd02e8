import { LAMPORTS_PER_SOL } from "@solana/web3.js";
import type { Database } from "#server/db/database.ts";
import { type ChainPayoutLab, openChainPayoutLab } from "./chainPayoutLab.ts";
import { createKeypair, type SolanaLab, startSolanaLab } from "./solanaLab.ts";

export type SolanaPayoutLab = ChainPayoutLab<SolanaLab>;

export async function startSolanaPayoutLab(database: Database, seed: string): Promise<SolanaPayoutLab> {
  return openChainPayoutLab(database, seed, {
    start: ({ clock }) => startSolanaLab(clock),
    feeBase: 10_000n,
    grossBase: BigInt(LAMPORTS_PER_SOL) / 10n,
    createReceiver: (receiver) => createKeypair(receiver).publicKey.toBase58(),
    readBalance: (lab, address) => lab.readBalance(address),
    readTreasury: (lab) => lab.readBalance(lab.treasury.publicKey.toBase58()),
    adjustTreasury: ({ chain, treasury }, differenceBase) =>
      chain.adjust(treasury.publicKey.toBase58(), differenceBase),
    async forget({ chain }) {
      chain.forgetWaiting();
    },
  });
}
