import { readText } from "./nodeValues.ts";
import type { Call } from "./pool.ts";
import { readList, readRecord, readWhole } from "../nodeAnswers.ts";

const PAGE = 1_000;
/** A page more would be somebody's flood, and the next reading goes on from there. */
const MOST_PAGES = 500;

export interface NamedSignature {
  txHash: string;
  slot: number;
  hasFailed: boolean;
}

/** Transactions that name an address, the newest first, page by page. */
async function* readPages(call: Call, address: string, commitment: string): AsyncGenerator<NamedSignature[]> {
  let before: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const config = { limit: PAGE, commitment, ...(before === undefined ? {} : { before }) };
    const items = readList(await call("getSignaturesForAddress", [address, config])).map((item) => {
      const { signature, slot, err } = readRecord(item);
      return { txHash: readText(signature), slot: readWhole(slot), hasFailed: err !== null };
    });
    yield items;
    if (items.length < PAGE) return;
    before = items.at(-1)?.txHash;
  }
  throw new Error("too many transactions");
}

/** The transactions that name an address after one slot up to another, the oldest first. */
export async function readSignatures(
  call: Call,
  address: string,
  { after, upTo }: { after: number; upTo: number },
): Promise<NamedSignature[]> {
  const found: NamedSignature[] = [];
  for await (const items of readPages(call, address, "confirmed")) {
    found.push(...items.filter(({ slot }) => slot > after && slot <= upTo));
    const last = items.at(-1);
    if (last !== undefined && last.slot <= after) break;
  }
  return found.toReversed();
}

/** The newest transaction up to a slot that names an address, or the oldest one after it where there is none. */
export async function readNearest(
  call: Call,
  address: string,
  slot: number,
): Promise<{ txHash: string; isAfter: boolean } | null> {
  let oldest: NamedSignature | undefined;
  for await (const items of readPages(call, address, "finalized")) {
    const found = items.find((item) => item.slot <= slot);
    if (found !== undefined) return { txHash: found.txHash, isAfter: false };
    oldest = items.at(-1) ?? oldest;
  }
  return oldest === undefined ? null : { txHash: oldest.txHash, isAfter: true };
}
