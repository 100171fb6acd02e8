import { LAMPORTS_PER_SOL } from "@solana/web3.js";
import { runChain } from "../process/runChain.ts";
import { createSolanaServer } from "./createSolanaServer.ts";
import { createSubscriptionServer } from "./createSubscriptionServer.ts";
import { listenBeside } from "./listenBeside.ts";
import {
  CONFIRMED_BEHIND,
  FAUCET_KEY,
  FINALIZED_BEHIND,
  readKeypair,
  SKIPPED_EACH,
  SLOT_MS,
  TREASURY_ADDRESS,
  USER_KEYS,
} from "./settings.ts";
import { SolanaChain } from "./solanaChain.ts";
import type { SolanaState } from "./solanaChain.ts";

const SOL = BigInt(LAMPORTS_PER_SOL);
const USER_BALANCE = 10_000n * SOL;
const FAUCET_BALANCE = 1_000_000_000n * SOL;
/** Pays the first fees of the treasury, and keeps its account. */
const TREASURY_BALANCE = SOL;
const OPTIONS = {
  confirmedBehind: CONFIRMED_BEHIND,
  finalizedBehind: FINALIZED_BEHIND,
  skippedEach: SKIPPED_EACH,
};

const now = (): number => Math.floor(Date.now() / 1_000);
const faucet = readKeypair(FAUCET_KEY);

await runChain({
  load: (state: SolanaState) => SolanaChain.load(state, OPTIONS),
  create: (seed) => {
    const chain = SolanaChain.create(seed, now(), OPTIONS);
    for (const key of USER_KEYS) chain.adjust(readKeypair(key).publicKey.toBase58(), USER_BALANCE);
    chain.adjust(TREASURY_ADDRESS, TREASURY_BALANCE);
    chain.adjust(faucet.publicKey.toBase58(), FAUCET_BALANCE);
    // What is there is final from the start.
    for (let block = 0; block <= FINALIZED_BEHIND; block += 1) chain.seal(now());
    return chain;
  },
  blockMs: SLOT_MS,
  seal: (chain) => chain.seal(now()),
  serve: (chain) => {
    const [server, subscriptions] = [createSolanaServer({ chain, faucet }), createSubscriptionServer(chain)];
    return { servers: [server, subscriptions], listen: () => listenBeside(server, subscriptions) };
  },
});
