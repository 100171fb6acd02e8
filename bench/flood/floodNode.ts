import type { CoinType } from "#domain/coins.ts";
import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

/** Transactions of a flood: most are worth less than anything that can be sent, as many cost an attacker the least. */
export type FloodKind = "dust" | "least" | "naming";

/** A local chain with an attacker and an honest payer. */
export interface FloodNode {
  readonly coinType: CoinType;
  /** Of two endpoints. */
  readonly urls: readonly string[];
  readonly treasuryAddress: string;
  readonly payerAddress: string;
  /** Sends transactions of strangers, of these kinds in turn. They are in blocks then. */
  flood(count: number): Promise<void>;
  /** Sends the honest payment, which the next block holds. */
  pay(amountBase: bigint, reference: string | null): Promise<void>;
  /** Adds a block. */
  advance(): Promise<void>;
  stop(): Promise<void>;
}

const KINDS: readonly FloodKind[] = ["dust", "dust", "least", "naming"];

export function chooseKind(place: number): FloodKind {
  return KINDS[place % KINDS.length] ?? "dust";
}

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
