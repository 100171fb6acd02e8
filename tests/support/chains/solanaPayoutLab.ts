import { LAMPORTS_PER_SOL } from "@solana/web3.js";
import { BLOCKHASH_LIFE } from "#devnet/solana/settings.ts";
import type { Database } from "#server/db/database.ts";
import { type ChainPayoutLab, openChainPayoutLab } from "./chainPayoutLab.ts";
import { createKeypair, type SolanaLab, startSolanaLab } from "./solanaLab.ts";

/** Blocks after which a blockhash is close to its end. */
const NEARLY_EXPIRED = BLOCKHASH_LIFE - 20;
/** Blocks until the final height is past the life of a blockhash by as much as nodes may be apart. */
const EXPIRED = 2 * BLOCKHASH_LIFE + 5;

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
    expire: (lab) => lab.advance(EXPIRED),
    async lieAboutExpiry(lab) {
      await lab.advance(NEARLY_EXPIRED);
      const { height } = lab.chain.readHead();
      lab.endpoints[0].setAnswerLie((method, honest) => {
        if (method === "getBlockHeight") return height + EXPIRED;
        return method === "isBlockhashValid" ? { ...(honest as object), value: false } : honest;
      });
    },
  });
}
