import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { LAMPORTS_PER_SOL } from "@solana/web3.js";
import { endWithParent } from "../process/endWithParent.ts";
import { createSolanaServer } from "./createSolanaServer.ts";
import { createSubscriptionServer } from "./createSubscriptionServer.ts";
import { FAUCET_KEY, readKeypair, TREASURY_ADDRESS, USER_KEYS } from "./devnetKeys.ts";
import { listenBeside } from "./listenBeside.ts";
import { SolanaChain } from "./solanaChain.ts";
import type { SolanaState } from "./solanaChain.ts";
import { CONFIRMED_BEHIND, FINALIZED_BEHIND, SKIPPED_EACH, SLOT_MS } from "./solanaSettings.ts";

const SAVE_MS = 30_000;
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

const file = process.env["DEVNET_SOLANA_STATE"] ?? "";
const now = (): number => Math.floor(Date.now() / 1_000);
const faucet = readKeypair(FAUCET_KEY);

/** The chain of the last run, or a new one with funded wallets. */
function openChain(): SolanaChain {
  if (file !== "" && existsSync(file)) {
    return SolanaChain.load(JSON.parse(readFileSync(file, "utf8")) as SolanaState, OPTIONS);
  }
  const chain = SolanaChain.create(randomBytes(32).toString("hex"), now(), OPTIONS);
  for (const key of USER_KEYS) chain.adjust(readKeypair(key).publicKey.toBase58(), USER_BALANCE);
  chain.adjust(TREASURY_ADDRESS, TREASURY_BALANCE);
  chain.adjust(faucet.publicKey.toBase58(), FAUCET_BALANCE);
  // What is there is final from the start.
  for (let block = 0; block <= FINALIZED_BEHIND; block += 1) chain.seal(now());
  return chain;
}

function save(chain: SolanaChain): void {
  if (file === "") return;
  // A crash in the middle leaves the former state.
  writeFileSync(`${file}.new`, JSON.stringify(chain.save()));
  renameSync(`${file}.new`, file);
}

const chain = openChain();
const server = createSolanaServer({ chain, faucet });
const subscriptions = createSubscriptionServer(chain);
const slots = setInterval(() => chain.seal(now()), SLOT_MS);
const saves = setInterval(() => save(chain), SAVE_MS);
endWithParent(() => {
  clearInterval(slots);
  clearInterval(saves);
  for (const each of [server, subscriptions]) {
    each.close();
    each.closeAllConnections();
  }
  save(chain);
});
console.log(`ready ${await listenBeside(server, subscriptions)}`);
