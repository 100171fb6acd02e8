import type { CoinType } from "#domain/coins.ts";
import type { FloodAnswer, FloodNode, FloodRequest } from "./floodNode.ts";
import { startEthereumFlood } from "./ethereumFlood.ts";
import { startSolanaFlood } from "./solanaFlood.ts";
import { startTonFlood } from "./tonFlood.ts";
import { startTronFlood } from "./tronFlood.ts";

const STARTS: Readonly<Partial<Record<CoinType, () => Promise<FloodNode>>>> = {
  eth: startEthereumFlood,
  sol: startSolanaFlood,
  ton: startTonFlood,
  tron: startTronFlood,
};

const start = STARTS[process.argv[2] as CoinType];
if (start === undefined) throw new Error("no flood of this coin");
const node = await start();
const answer = (told: FloodAnswer) => void process.send?.(told);

async function carryOut(request: FloodRequest): Promise<void> {
  if (request.kind === "flood") await node.flood(request.count);
  else if (request.kind === "pay") await node.pay(BigInt(request.amountBase), request.reference);
  else await node.advance();
}

/** One after the other. */
let work: Promise<void> = Promise.resolve();
async function carryOutAfter(earlier: Promise<void>, request: FloodRequest): Promise<void> {
  await earlier;
  await carryOut(request);
  answer({ kind: "done", id: request.id });
}
process.on("message", (request: FloodRequest) => {
  work = carryOutAfter(work, request);
});
process.once("disconnect", () => void node.stop().finally(() => process.exit()));
const { urls, treasuryAddress, payerAddress } = node;
answer({ kind: "ready", urls, treasuryAddress, payerAddress });
