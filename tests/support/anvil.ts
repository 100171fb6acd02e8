import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { Wallet } from "ethers";
import { findAnvil } from "#devnet/ethereum/findAnvil.ts";
import type { TestClock } from "./testClock.ts";

const BLOCK_MS = 1_000;

/** A local Ethereum node that mines only on request, by the test's clock. `finalized` is two blocks behind the head. */
export interface Anvil {
  rpcUrl: string;
  /** Keys of accounts that hold 10,000 ETH each. */
  wallets: readonly Wallet[];
  call(method: string, params: readonly unknown[]): Promise<unknown>;
  /** Signs and sends a plain transfer, and answers its hash; it waits in the pool until a block is mined. */
  pay(from: Wallet, to: string, amountBase: bigint): Promise<string>;
  /** Mines blocks, each a second later by the clock. */
  mine(count: number): Promise<void>;
  /** Replaces the newest blocks by as many empty ones. */
  dropBlocks(depth: number): Promise<void>;
  stop(): Promise<void>;
}

export async function startAnvil(clock: TestClock): Promise<Anvil> {
  const timestamp = Math.floor(clock.now().getTime() / 1_000) - 1;
  const args = ["--port", "0", "--no-mining", "--slots-in-an-epoch", "1", "--timestamp", String(timestamp)];
  const child = spawn(findAnvil(), args, { stdio: ["ignore", "pipe", "inherit"] });
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const keys: string[] = [];
  const address = await new Promise<string>((resolve, reject) => {
    child.once("error", reject);
    void exited.then(() => reject(new Error("anvil ended before it listened")));
    createInterface({ input: child.stdout }).on("line", (line) => {
      const key = /^\(\d+\) (0x[0-9a-f]{64})$/.exec(line)?.[1];
      if (key !== undefined) keys.push(key);
      const listening = /Listening on (\S+)/.exec(line)?.[1];
      if (listening !== undefined) resolve(listening);
    });
  });
  const rpcUrl = `http://${address}`;

  async function call(method: string, params: readonly unknown[]): Promise<unknown> {
    const response = await fetch(rpcUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    const answer = (await response.json()) as { result?: unknown; error?: { message: string } };
    if (answer.error !== undefined) throw new Error(answer.error.message);
    return answer.result;
  }

  return {
    rpcUrl,
    wallets: keys.map((key) => new Wallet(key)),
    call,
    async pay(from, to, amountBase) {
      const nonce = Number(await call("eth_getTransactionCount", [from.address, "pending"]));
      const raw = await from.signTransaction({
        to,
        value: amountBase,
        nonce,
        chainId: 31_337,
        gasLimit: 21_000,
        maxFeePerGas: 10n ** 10n,
        maxPriorityFeePerGas: 10n ** 9n,
      });
      return String(await call("eth_sendRawTransaction", [raw]));
    },
    async mine(count) {
      for (let block = 0; block < count; block += 1) {
        clock.advance(BLOCK_MS);
        await call("evm_setNextBlockTimestamp", [Math.floor(clock.now().getTime() / 1_000)]);
        await call("evm_mine", []);
      }
    },
    async dropBlocks(depth) {
      await call("anvil_reorg", [depth, []]);
    },
    async stop() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}
