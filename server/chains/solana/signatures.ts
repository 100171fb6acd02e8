import { readList, readRecord, readWhole } from "../nodeAnswers.ts";
import type { Call } from "./network.ts";
import { readText } from "./values.ts";

const PAGE = 1_000;
/** The list of a dishonest node may have no end. */
const MOST_PAGES = 5_000;

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

/**
 * The transactions that name an address after one slot up to `last`, the oldest first. Where there are more than `most`,
 * `last` is before `upTo`. All those of its slot are there, be they more.
 */
export async function readSignatures(
  call: Call,
  address: string,
  { after, upTo, most }: { after: number; upTo: number; most: number },
): Promise<{ signatures: NamedSignature[]; last: number }> {
  let newestFirst: NamedSignature[] = [];
  let last = upTo;
  for await (const items of readPages(call, address, "confirmed")) {
    newestFirst.push(...items.filter(({ slot }) => slot > after && slot <= last));
    const [beyond, first] = [newestFirst.at(-most - 1), newestFirst.at(-1)];
    if (beyond !== undefined && first !== undefined) {
      last = beyond.slot > first.slot ? beyond.slot - 1 : beyond.slot;
      newestFirst = newestFirst.filter(({ slot }) => slot <= last);
    }
    const oldest = items.at(-1);
    if (oldest !== undefined && oldest.slot <= after) break;
  }
  return { signatures: newestFirst.toReversed(), last };
}

/** The newest transaction up to a slot that names an address, and the oldest one after it. */
export async function readNearest(
  call: Call,
  address: string,
  slot: number,
): Promise<{ before: string | null; after: string | null }> {
  let after: string | null = null;
  for await (const items of readPages(call, address, "finalized")) {
    const place = items.findIndex((item) => item.slot <= slot);
    const next = place < 0 ? items.at(-1) : items[place - 1];
    after = next?.txHash ?? after;
    const found = items[place];
    if (found !== undefined) return { before: found.txHash, after };
  }
  return { before: null, after };
}
