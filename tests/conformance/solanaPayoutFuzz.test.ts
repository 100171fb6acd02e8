import { SystemProgram } from "@solana/web3.js";
import { makeHonest } from "#tests/support/chains/chainLab.ts";
import type { AnswerLie } from "#tests/support/chains/solanaEndpoint.ts";
import { createKeypair } from "#tests/support/chains/solanaLab.ts";
import { startSolanaPayoutLab } from "#tests/support/chains/solanaPayoutLab.ts";
import { chooseLiar, fuzzPayouts } from "#tests/support/fuzzPayouts.ts";

const TOLD = [0, 1, 120, 400, 10 ** 6, Number.MAX_SAFE_INTEGER];
/** More than a number of JSON holds exactly. */
const RICH_BASE = 2n ** 60n + 1n;
const BLOCKS_A_ROUND = 5;

const tell = (honest: unknown, value: unknown) => ({ ...(honest as object), value });

/** Lies about heights, about the life of blockhashes and about fees; each by a number of its own. */
const LIES: readonly ((told: number) => AnswerLie)[] = [
  (told) => (method, honest) => (method === "getBlockHeight" ? told : honest),
  (told) => (method, honest) => {
    if (method !== "getLatestBlockhash") return honest;
    return tell(honest, { ...(honest as { value: object }).value, lastValidBlockHeight: told });
  },
  () => (method, honest) => (method === "isBlockhashValid" ? tell(honest, false) : honest),
  (told) => (method, honest) => {
    if (method === "getBlockHeight") return told;
    return method === "isBlockhashValid" ? tell(honest, false) : honest;
  },
  (told) => (method, honest) =>
    method === "getRecentPrioritizationFees" ? [{ slot: 1, prioritizationFee: told }] : honest,
  (told) => (method, honest) => (method === "getMinimumBalanceForRentExemption" ? told : honest),
  () => (method, honest) => (method === "getTransaction" ? null : honest),
  (told) => (method, honest) => (method === "getBalance" ? tell(honest, told) : honest),
];

fuzzPayouts("Solana", {
  start: startSolanaPayoutLab,
  grossBase: 100_000_000n,
  feeBase: 10_000n,
  createOddReceiver({ lab }, number) {
    const address = createKeypair(`rich ${number}`).publicKey.toBase58();
    const owner = SystemProgram.programId.toBytes();
    lab.chain.fund(address, { lamports: RICH_BASE, owner, data: new Uint8Array(), executable: false });
    return address;
  },
  async lie({ lab: { endpoints } }, roll) {
    const [liar, other] = chooseLiar(endpoints, roll);
    for (const endpoint of [liar, other]) endpoint.setLie(null);
    const lie = LIES[roll(LIES.length + 2)]?.(TOLD[roll(TOLD.length)] ?? 0);
    if (lie !== undefined) liar.setAnswerLie(lie);
    else liar.setLie(roll(2) === 0 ? { kind: "ahead" } : { kind: "behind", blocks: 1 + roll(4) });
  },
  lieAboutExpiry: (lab) => lab.lieAboutExpiry(),
  forget: (lab) => lab.forget(),
  listEvents: (lab, roll) => [() => lab.lab.advance(1 + roll(200)), () => lab.lab.drop(1)],
  async calmDown({ lab }) {
    makeHonest(lab);
  },
  async pass(lab) {
    lab.app.clock.advance(21_000);
    await lab.lab.advance(BLOCKS_A_ROUND - 1);
    await lab.mine(1);
  },
  // A blockhash lives for 150 blocks, and nodes may be as many apart.
  mostRounds: 100,
});
