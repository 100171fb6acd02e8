import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import type { CoinType } from "#domain/coins.ts";
import type { FloodNode } from "./floodNode.ts";

const PROGRAM = path.join(import.meta.dirname, "serveFlood.process.ts");

/** What the process is asked for. Base units as text. */
export type FloodRequest = { id: number } & (
  | { kind: "flood"; count: number }
  | { kind: "pay"; amountBase: string; reference: string | null }
  | { kind: "advance" }
);

export type FloodAnswer =
  | ({ kind: "ready" } & Pick<FloodNode, "urls" | "treasuryAddress" | "payerAddress">)
  | { kind: "done"; id: number };

/** Starts a chain in a process of its own: what it takes to run it is no part of the figures. */
export async function startFloodProcess(coinType: CoinType): Promise<FloodNode> {
  const child = fork(PROGRAM, [coinType], { execArgv: ["--disable-warning=ExperimentalWarning"] });
  const ended = once(child, "exit");
  const [ready] = (await Promise.race([once(child, "message"), ended])) as [FloodAnswer | number | null];
  if (typeof ready !== "object" || ready?.kind !== "ready") throw new Error(`the chain of ${coinType} did not start`);
  const waiting = new Map<number, () => void>();
  let asked = 0;
  child.on("message", (answer: FloodAnswer) => {
    if (answer.kind === "done") waiting.get(answer.id)?.();
  });

  function ask(request: Parameters<typeof describe>[0]): Promise<void> {
    asked += 1;
    const id = asked;
    return Promise.race([
      new Promise<void>((resolve) => {
        waiting.set(id, resolve);
        child.send(describe(request, id));
      }),
      ended.then(() => Promise.reject(new Error(`the chain of ${coinType} has ended`))),
    ]).finally(() => waiting.delete(id));
  }

  return {
    coinType,
    urls: ready.urls,
    treasuryAddress: ready.treasuryAddress,
    payerAddress: ready.payerAddress,
    flood: (count) => ask({ kind: "flood", count }),
    pay: (amountBase, reference) => ask({ kind: "pay", amountBase: String(amountBase), reference }),
    advance: () => ask({ kind: "advance" }),
    async stop() {
      child.disconnect();
      await ended;
    },
  };
}

type Asked =
  | { kind: "flood"; count: number }
  | { kind: "pay"; amountBase: string; reference: string | null }
  | { kind: "advance" };

function describe(asked: Asked, id: number): FloodRequest {
  return { ...asked, id };
}
