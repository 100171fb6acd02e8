import { mkdirSync } from "node:fs";
import path from "node:path";
import { startChild } from "../process/startChild.ts";
import type { Child } from "../process/startChild.ts";
import { findLogFile } from "../process/startStandIn.ts";
import type { StandInPlace } from "../process/startStandIn.ts";
import { findAnvil } from "./findAnvil.ts";

export const CHAIN_ID = 31_337;
const START_TIMEOUT_MS = 30_000;
const SAVE_INTERVAL_S = 30;

/**
 * Starts a local Ethereum node: a block every second, `finalized` two blocks behind, and the chain stored in `folder`,
 * so that it matches the database after a restart.
 */
export async function startEthereum({ folder, env, onChild }: StandInPlace): Promise<{ child: Child; rpcUrl: string }> {
  mkdirSync(folder, { recursive: true });
  const options = {
    host: "127.0.0.1",
    port: "0",
    "chain-id": String(CHAIN_ID),
    "block-time": "1",
    "slots-in-an-epoch": "1",
    state: path.join(folder, "anvil.json"),
    "state-interval": String(SAVE_INTERVAL_S),
  };
  const child = startChild({
    name: "ethereum",
    command: process.execPath,
    args: [
      path.join(import.meta.dirname, "../process/guard.ts"),
      findAnvil(),
      ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
    ],
    env,
    cwd: folder,
    logFile: findLogFile(folder, "ethereum"),
    // The log omits new blocks and the watcher's calls.
    noise: /^\s*$|^\s*Block (Number|Hash|Time):|^eth_|^net_/,
  });
  onChild(child);
  const line = await child.waitForLine(/Listening on (127\.0\.0\.1:\d+)/, START_TIMEOUT_MS);
  return { child, rpcUrl: `http://${line[1] ?? ""}` };
}
