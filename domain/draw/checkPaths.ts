import { fromHex, toHex } from "../hex.ts";
import { hashPair } from "./merkleTree.ts";

/**
 * Whether a path leads from a leaf to the root.
 *
 * @param place the leaf's, from 1
 * @param path hex, the lowest first; too short or too long a one leads nowhere
 */
export type PathCheck = (leaf: Uint8Array, place: number, path: readonly string[]) => boolean;

/**
 * Checks paths of one tree. What one has proven, its nodes and those beside them, others are compared with and not hashed
 * for: a thousand paths take hardly more than the tree itself.
 *
 * @param root hex
 * @param count of all leaves
 */
export function createPathCheck(root: string, count: number): PathCheck {
  const widths = listWidths(count);
  const proven = widths.map(() => new Map<number, string>());
  proven.at(-1)?.set(0, root);

  return (leaf, place, path) => {
    const passed: { depth: number; index: number; node: string }[] = [];
    let index = place - 1;
    let node = toHex(leaf);
    let used = 0;
    let isProven = false;
    for (const [depth, width] of widths.entries()) {
      const known = proven[depth]?.get(index);
      if (!isProven && known !== undefined) {
        if (known !== node) return false;
        isProven = true;
      }
      const beside = index ^ 1;
      if (width > 1 && beside < width) {
        const sibling = path[used];
        if (sibling === undefined) return false;
        used += 1;
        if (isProven && sibling !== proven[depth]?.get(beside)) return false;
        if (!isProven) {
          passed.push({ depth, index, node }, { depth, index: beside, node: sibling });
          const [left, right] = index < beside ? [node, sibling] : [sibling, node];
          node = toHex(hashPair(fromHex(left), fromHex(right)));
        }
      }
      index >>= 1;
    }
    if (!isProven || used < path.length) return false;
    for (const step of passed) proven[step.depth]?.set(step.index, step.node);
    return true;
  };
}

/** How many nodes each level has, from the leaves to the root. */
function listWidths(count: number): number[] {
  const widths = [count];
  for (let width = count; width > 1; widths.push(width)) width = Math.ceil(width / 2);
  return widths;
}
