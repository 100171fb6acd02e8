import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { TronWeb } from "tronweb";
import { listenLocally } from "../http/listenLocally.ts";
import { endWithParent } from "../process/endWithParent.ts";
import { createTronServer } from "./createTronServer.ts";
import { TREASURY_ADDRESS, USER_KEYS } from "./devnetKeys.ts";
import { TronChain } from "./tronChain.ts";
import type { TronState } from "./tronChain.ts";
import { BLOCK_MS, SOLID_LAG } from "./tronSettings.ts";

const SAVE_MS = 30_000;
const SUN = 1_000_000;
const USER_BALANCE = 100_000 * SUN;
/** Pays the first fees of the treasury. */
const TREASURY_BALANCE = 10 * SUN;

const file = process.env["DEVNET_TRON_STATE"] ?? "";

/** The chain of the last run, or a new one with funded accounts. */
function openChain(): TronChain {
  if (file !== "" && existsSync(file))
    return TronChain.load(JSON.parse(readFileSync(file, "utf8")) as TronState, SOLID_LAG);
  const created = TronChain.create(randomBytes(32).toString("hex"), Date.now(), SOLID_LAG);
  const fund = (address: string, amount: number) => created.fund(TronWeb.address.toHex(address).toLowerCase(), amount);
  for (const key of USER_KEYS) fund(String(TronWeb.address.fromPrivateKey(key)), USER_BALANCE);
  fund(TREASURY_ADDRESS, TREASURY_BALANCE);
  return created;
}

function save(): void {
  if (file === "") return;
  // A crash in the middle leaves the former state.
  writeFileSync(`${file}.new`, JSON.stringify(chain.save()));
  renameSync(`${file}.new`, file);
}

const chain = openChain();
const server = createTronServer(chain);
const blocks = setInterval(() => chain.seal(Date.now()), BLOCK_MS);
const saves = setInterval(save, SAVE_MS);
endWithParent(async () => {
  clearInterval(blocks);
  clearInterval(saves);
  server.close();
  server.closeAllConnections();
  chain.seal(Date.now());
  save();
});
console.log(`ready ${await listenLocally(server, 0)}`);
