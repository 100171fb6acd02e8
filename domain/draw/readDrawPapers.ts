import { COIN_TYPES, COINS } from "../coins.ts";
import { parseDecimal } from "../money/amount.ts";
import {
  isRecord,
  type Read,
  readBoolean,
  readChoice,
  readCount,
  readHex,
  readList,
  readNullable,
  readRecord,
  readText,
  readTime,
  Unreadable,
} from "../readFields.ts";
import type { BeaconChain } from "./beacon.ts";
import type { DrawKey } from "./drawKey.ts";
import type { DrawProof, DrawRoot } from "./drawRoot.ts";
import type { DrawEvidence, EvidenceShare, EvidenceWindow } from "./evidence.ts";
import type { Receipt } from "./receipt.ts";

/** What somebody gives to a verifier. */
export interface DrawPapers {
  evidence: DrawEvidence[];
  receipts: Receipt[];
  roots: DrawRoot[];
  keys: DrawKey[];
}

const MOST_SHARES = 1_000;
const MOST_ENTRIES = 10_000;
const MOST_WINDOWS = 1_000;
const MOST_KEYS = 100;
/** Steps up a tree that no count of leaves exceeds. */
const HIGHEST_TREE = 64;
/** How deep papers may lie in what wraps them, as an answer of the API. */
const DEEPEST = 8;

const readId = readText(/^[\w:.-]{1,128}$/);
const readAmount = readText(/^(?:0|[1-9][0-9]{0,59})(?:\.[0-9]{1,30})?$/);
const readPath = readList(readHex(32), HIGHEST_TREE);
const readKeyId = readHex(8);

const readChain = readRecord<BeaconChain>({
  hash: readHex(32),
  publicKey: readHex(96),
  genesisS: readCount,
  periodS: readCount,
});

const readRoot = readRecord<DrawRoot>({
  about: readChoice(["hongbao.root.1"]),
  beacon: readHex(32),
  round: readCount,
  root: readHex(32),
  draws: readCount,
  madeAt: readTime,
  keyId: readKeyId,
  signature: readHex(64),
});

const readReceipt = readRecord<Receipt>({
  about: readChoice(["hongbao.receipt.1"]),
  beacon: readHex(32),
  envelopeId: readId,
  commitment: readHex(32),
  entryId: readId,
  place: readCount,
  round: readCount,
  enteredAt: readTime,
  closesAt: readTime,
  previousHead: readHex(32),
  head: readHex(32),
  who: readHex(32),
  keyId: readKeyId,
  nonce: readHex(16),
  signature: readHex(64),
});

const readKey = readRecord<DrawKey>({
  about: readChoice(["hongbao.drawKey.1"]),
  keyId: readKeyId,
  publicKey: readHex(32),
  validFrom: readTime,
  validUntil: readTime,
  certifiedBy: readNullable(readHex(32)),
  certificate: readNullable(readHex(64)),
});

const readWindow = readRecord<EvidenceWindow>({
  round: readCount,
  closesAt: readTime,
  entryIds: readList(readId, MOST_ENTRIES),
  signature: readNullable(readHex(48)),
  isUndrawn: readBoolean,
  root: readNullable(readRoot),
  proof: readNullable(readRecord<DrawProof>({ path: readPath })),
});

const readShare = readRecord<EvidenceShare>({
  entryId: readId,
  slot: readCount,
  amount: readAmount,
  salt: readHex(32),
  path: readPath,
  name: readText(/^[\s\S]{0,512}$/),
});

const readShape = readRecord<DrawEvidence>({
  about: readChoice(["hongbao.evidence.1"]),
  beacon: readChain,
  envelopeId: readId,
  coinType: readChoice(COIN_TYPES),
  commitment: readHex(32),
  count: readCount,
  totalAmount: readNullable(readAmount),
  windows: readList(readWindow, MOST_WINDOWS),
  shares: readNullable(readList(readShare, MOST_SHARES)),
  revealed: readNullable(
    readRecord<{ salt: string; shares: readonly string[] }>({
      salt: readHex(32),
      shares: readList(readAmount, MOST_SHARES),
    }),
  ),
  keys: readList(readKey, MOST_KEYS),
});

const readEvidence: Read<DrawEvidence> = (value, place) => {
  const evidence = readShape(value, place);
  if (evidence.count > MOST_SHARES) throw new Unreadable(`${place}.count is above ${MOST_SHARES}`);
  const { baseDecimals } = COINS[evidence.coinType];
  try {
    for (const amount of evidence.revealed?.shares ?? []) parseDecimal(amount, baseDecimals);
    if (evidence.totalAmount !== null) parseDecimal(evidence.totalAmount, baseDecimals);
  } catch {
    throw new Unreadable(`${place} has an amount that is none of ${evidence.coinType}`);
  }
  return evidence;
};

/**
 * Evidence, receipts, roots and keys, wherever they lie in a JSON value: alone, in a list, or in an answer of the API.
 * @throws Unreadable
 */
export function readDrawPapers(value: unknown): DrawPapers {
  const papers: DrawPapers = { evidence: [], receipts: [], roots: [], keys: [] };
  collectPapers(value, "the file", DEEPEST, papers);
  return papers;
}

function collectPapers(value: unknown, place: string, deep: number, papers: DrawPapers): void {
  if (Array.isArray(value) && deep > 0) {
    for (const [index, item] of value.entries()) collectPapers(item, `${place}[${index}]`, deep - 1, papers);
  } else if (isRecord(value)) {
    const { about } = value;
    if (about === "hongbao.evidence.1") papers.evidence.push(readEvidence(value, place));
    else if (about === "hongbao.receipt.1") papers.receipts.push(readReceipt(value, place));
    else if (about === "hongbao.root.1") papers.roots.push(readRoot(value, place));
    else if (about === "hongbao.drawKey.1") papers.keys.push(readKey(value, place));
    else if (deep > 0) {
      for (const [name, item] of Object.entries(value)) {
        // A terminal that shows where something is wrong takes no orders from the file.
        collectPapers(item, `${place}.${name.replaceAll(/\W/g, "?")}`, deep - 1, papers);
      }
    }
  }
}
