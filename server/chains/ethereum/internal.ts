import { getAddress } from "ethers/address";
import { toAddressKey } from "#domain/address/addressKey.ts";
import type { ChainTransfer } from "../chain.ts";
import { JsonRpcError } from "../jsonRpc.ts";
import { readRecord, tryParse } from "../nodeAnswers.ts";
import type { Call } from "./network.ts";
import { readHash, readNumberedHeader, readQuantity, toQuantity } from "./values.ts";

/** Frame types that move value from `from` to `to`. */
const MOVING = new Set(["CALL", "SELFDESTRUCT"]);

/**
 * Reads the transfers to the treasury that contracts made in a block, from the node's traces. Null if the node has no
 * traces. Transfers of a transaction are numbered from 1; 0 is the transaction itself.
 */
export async function readInternal(
  call: Call,
  blockNumber: number,
  treasuryKeys: ReadonlySet<string>,
): Promise<ChainTransfer[] | null> {
  const header = await readNumberedHeader(call, blockNumber);
  const traces = await traceBlock(call, blockNumber);
  if (traces === null) return null;
  const block = { reference: null, position: BigInt(blockNumber), ref: header.hash, time: header.time };
  return traces.flatMap((item) => {
    // What the node could not trace, or a stranger's frames hide, is booked later as a surplus.
    const parsed = tryParse(() => readTrace(readRecord(item), treasuryKeys));
    if (parsed.kind === "unread") return [];
    const { txHash, found } = parsed.value;
    return found.map(({ from, amountBase }, place) =>
      Object.assign({ txHash, index: place + 1, from, amountBase }, block),
    );
  });
}

interface Moved {
  from: string;
  amountBase: bigint;
}

function readTrace(trace: Record<string, unknown>, treasuryKeys: ReadonlySet<string>) {
  const found: Moved[] = [];
  const top = readRecord(trace["result"]);
  if (top["error"] === undefined) for (const frame of readCalls(top)) collect(readRecord(frame), treasuryKeys, found);
  return { txHash: readHash(trace["txHash"]), found };
}

async function traceBlock(call: Call, blockNumber: number): Promise<unknown[] | null> {
  try {
    const traces = await call("debug_traceBlockByNumber", [toQuantity(blockNumber), { tracer: "callTracer" }]);
    if (!Array.isArray(traces)) throw new Error("traces that are not a list");
    return traces as unknown[];
  } catch (error) {
    // Many nodes have no traces, or only in paid plans.
    if (error instanceof JsonRpcError) return null;
    throw error;
  }
}

function readCalls(frame: Record<string, unknown>): unknown[] {
  return Array.isArray(frame["calls"]) ? (frame["calls"] as unknown[]) : [];
}

function collect(frame: Record<string, unknown>, treasuryKeys: ReadonlySet<string>, found: Moved[]): void {
  // A failed frame is reverted with all its children.
  if (frame["error"] !== undefined) return;
  const to = frame["to"];
  const isToTreasury = typeof to === "string" && treasuryKeys.has(toAddressKey("ETH", to));
  if (isToTreasury && MOVING.has(String(frame["type"])) && frame["value"] !== undefined) {
    const amountBase = readQuantity(frame["value"]);
    if (amountBase > 0n) found.push({ from: getAddress(String(frame["from"])), amountBase });
  }
  for (const inner of readCalls(frame)) collect(readRecord(inner), treasuryKeys, found);
}
