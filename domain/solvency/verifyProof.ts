import { COINS } from "../coins.ts";
import { fromHex, toHex } from "../hex.ts";
import { formatAmount, parseDecimal } from "../money/amount.ts";
import { isProof, LEAVES_EACH, type ProofLeaf, readBase64, type SolvencyProof } from "./proof.ts";
import type { Statement, TreeRoot } from "./statement.ts";
import { climb, NODE_BYTES, NONCE_BYTES, readHash, readSumOf, SUM_BYTES, writeLeaf, writeSum } from "./sumTree.ts";

/**
 * `form`: it is no proof. `person`: it is about somebody else. `statement`: the statement has no such tree. `leaves`: they
 * are not four different ones of one tree. `root`: a leaf does not lead to the root, so it is not in the tree.
 */
export type ProofFault = "form" | "person" | "statement" | "leaves" | "root";

export type CheckedProof = { fault: ProofFault } | { fault: null; amount: string };

/**
 * Checks that four leaves of a person are in the tree of a statement, and adds them up. Whether the statement itself is
 * right is told by `verifyStatements`.
 *
 * @param tgUserId whose balance it has to be; null for whomever it names
 */
export function verifyProof(proof: unknown, statement: Statement, tgUserId: number | null): CheckedProof {
  if (!isProof(proof)) return { fault: "form" };
  if (tgUserId !== null && proof.tgUserId !== tgUserId) return { fault: "person" };
  const { coinType, leaves } = proof;
  const root = statement.coins.find((coin) => coin.coinType === coinType)?.tree ?? null;
  if (proof.number !== statement.number || root === null) return { fault: "statement" };
  if (!areFour(leaves)) return { fault: "leaves" };
  if (!leaves.every((leaf) => leadsTo(root, leaf, proof))) return { fault: "root" };
  const { baseDecimals } = COINS[coinType];
  const totalBase = leaves.reduce((sum, { amount }) => sum + parseDecimal(amount, baseDecimals), 0n);
  return { fault: null, amount: formatAmount(totalBase, baseDecimals) };
}

/** Leaves of one tree all have a path of its height, so that two positions are two leaves. */
function areFour(leaves: readonly ProofLeaf[]): boolean {
  const positions = new Set(leaves.map(({ position }) => position));
  const heights = new Set(leaves.map(({ path }) => path.length));
  return leaves.length === LEAVES_EACH && positions.size === LEAVES_EACH && heights.size === 1;
}

function leadsTo({ hash, sum }: TreeRoot, leaf: ProofLeaf, { coinType, tgUserId }: SolvencyProof): boolean {
  const { baseDecimals } = COINS[coinType];
  const nodes = readBase64(leaf.path) ?? new Uint8Array();
  const path = Array.from({ length: nodes.length / NODE_BYTES }, (_, level) =>
    nodes.subarray(level * NODE_BYTES, (level + 1) * NODE_BYTES),
  );
  try {
    const bytes = new Uint8Array(NONCE_BYTES + SUM_BYTES);
    bytes.set(fromHex(leaf.nonce));
    writeSum(new DataView(bytes.buffer), NONCE_BYTES, parseDecimal(leaf.amount, baseDecimals));
    const node = new Uint8Array(NODE_BYTES);
    writeLeaf(node, 0, { tgUserId: BigInt(tgUserId), bytes, at: 0 });
    const top = climb(node, leaf.position, path);
    return top !== null && toHex(readHash(top)) === hash && readSumOf(top) === parseDecimal(sum, baseDecimals);
  } catch (error) {
    // A sum of more than 16 bytes is in no tree.
    if (error instanceof RangeError) return false;
    throw error;
  }
}
