import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import type { Server } from "node:http";
import { endWithParent } from "./endWithParent.ts";

const SAVE_MS = 30_000;

interface ChainRun<Chain, State> {
  readonly load: (state: State) => Chain | Promise<Chain>;
  /** A new chain with funded accounts. */
  readonly create: (seed: string) => Chain | Promise<Chain>;
  readonly blockMs: number;
  readonly seal: (chain: Chain) => unknown;
  /** Its servers, and how they listen; resolves with the first one's port. */
  readonly serve: (chain: Chain) => { readonly servers: readonly Server[]; readonly listen: () => Promise<number> };
}

/** Runs the local node of a chain, which is kept over restarts in the file that DEVNET_STATE names. */
export async function runChain<State, Chain extends { save: () => State }>(run: ChainRun<Chain, State>): Promise<void> {
  const file = process.env["DEVNET_STATE"] ?? "";
  const isKept = file !== "" && existsSync(file);
  const chain = isKept
    ? await run.load(JSON.parse(readFileSync(file, "utf8")) as State)
    : await run.create(randomBytes(32).toString("hex"));
  const seal = async (): Promise<void> => void (await run.seal(chain));
  const save = (): void => {
    if (file === "") return;
    // A crash in the middle leaves the former state.
    writeFileSync(`${file}.new`, JSON.stringify(chain.save()));
    renameSync(`${file}.new`, file);
  };
  const { servers, listen } = run.serve(chain);
  const blocks = setInterval(() => void seal().catch((error: unknown) => console.error(error)), run.blockMs);
  const saves = setInterval(save, SAVE_MS);
  endWithParent(servers, async () => {
    clearInterval(blocks);
    clearInterval(saves);
    await seal();
    save();
  });
  console.log(`ready ${await listen()}`);
}
