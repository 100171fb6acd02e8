import { type BeaconChain, QUICKNET } from "#domain/draw/beacon.ts";
import type { DrawEvidence } from "#domain/draw/evidence.ts";
import { readBeaconInfo } from "#domain/draw/readBeaconInfo.ts";
import { readDrawPapers } from "#domain/draw/readDrawPapers.ts";
import type { DrawKnowledge } from "#domain/draw/verifyDraw.ts";
import { readHex } from "#domain/readFields.ts";
import type { Draft } from "./buildForm.ts";
import type { TextKey } from "./pageTexts.ts";

type Read =
  | { evidence: DrawEvidence; known: DrawKnowledge }
  /** What is wrong with it. */
  | { textKey: TextKey; reason: string };

/** Reads what was typed, pasted or dropped; without a beacon of one's own it has to be the public one. */
export function readGiven({ papers, operatorKey, beacon }: Draft): Read {
  try {
    if (papers.trim() === "") return { textKey: "proof:page.noEvidence", reason: "" };
    const { evidence, receipts, roots, keys } = readDrawPapers(JSON.parse(papers));
    const [first, second] = evidence;
    if (first === undefined) return { textKey: "proof:page.noEvidence", reason: "" };
    if (second !== undefined) return { textKey: "proof:page.manyEvidence", reason: "" };
    const key = operatorKey.trim().toLowerCase();
    const chain: BeaconChain = beacon.trim() === "" ? QUICKNET : readBeaconInfo(JSON.parse(beacon));
    const solvencyKeys = key === "" ? [] : [readHex(32)(key, "the operator's key")];
    return { evidence: first, known: { chain, receipts, roots, keys, solvencyKeys } };
  } catch (error) {
    return { textKey: "proof:page.unreadable", reason: error instanceof Error ? error.message : String(error) };
  }
}

/** The text that a link carries after `#`: base64url of UTF-8; null for none. */
export function readFragment(fragment: string): string | null {
  const text = fragment.replace(/^#/, "").replaceAll("-", "+").replaceAll("_", "/");
  if (text === "") return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)));
  } catch {
    // Shown as what cannot be read.
    return fragment;
  }
}
