import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { toNano } from "@ton/core";
import { listenLocally } from "../http/listenLocally.ts";
import { endWithParent } from "../process/endWithParent.ts";
import { createTonServer } from "./createTonServer.ts";
import { TonChain } from "./tonChain.ts";
import type { TonState } from "./tonChain.ts";
import { USER_MNEMONICS } from "./devnetKeys.ts";
import { createTreasuryWallet, createUserWallet } from "./fundedWallets.ts";

const BLOCK_MS = 1_000;
const SAVE_MS = 30_000;
const USER_BALANCE = toNano("10000");
/** Pays the first fees of the treasury. */
const TREASURY_BALANCE = toNano("1");

const file = process.env["DEVNET_TON_STATE"] ?? "";
const now = (): number => Math.floor(Date.now() / 1_000);

/** The chain of the last run, or a new one with funded wallets. */
async function openChain(): Promise<TonChain> {
  if (file !== "" && existsSync(file)) {
    return TonChain.load(JSON.parse(readFileSync(file, "utf8")) as TonState);
  }
  const chain = await TonChain.create(randomBytes(32).toString("hex"), now());
  const users = await Promise.all(USER_MNEMONICS.map(createUserWallet));
  for (const { address, init } of users) chain.fund(address, USER_BALANCE, init);
  const treasury = await createTreasuryWallet();
  chain.fund(treasury.address, TREASURY_BALANCE, treasury.init);
  return chain;
}

function save(chain: TonChain): void {
  if (file === "") return;
  // A crash in the middle leaves the former state.
  writeFileSync(`${file}.new`, JSON.stringify(chain.save()));
  renameSync(`${file}.new`, file);
}

const chain = await openChain();
const server = createTonServer({ chain, now });
const blocks = setInterval(() => {
  chain.seal(now()).catch((error: unknown) => console.error(error));
}, BLOCK_MS);
const saves = setInterval(() => save(chain), SAVE_MS);
endWithParent(async () => {
  clearInterval(blocks);
  clearInterval(saves);
  server.close();
  server.closeAllConnections();
  await chain.seal(now());
  save(chain);
});
console.log(`ready ${await listenLocally(server, 0)}`);
