import { COIN_TYPES, COINS, type CoinType } from "../coins.ts";
import { parseDecimal } from "../money/amount.ts";
import { NODE_BYTES } from "./sumTree.ts";

/** Each balance lies in four leaves of random parts, so that no node beside a leaf tells what one person has. */
export const LEAVES_EACH = 4;

/** One leaf of a person, as `GET /v1/wallet/solvencyProof` tells it. */
export interface ProofLeaf {
  /** From 0. */
  position: number;
  /** Part of the balance, in the whole coin. */
  amount: string;
  /** 16 bytes in hex. */
  nonce: string;
  /** Base64 of the nodes beside the way to the root, the lowest first. */
  path: string;
}

/** That a person's balance is in the tree of a statement. */
export interface SolvencyProof {
  /** Of the statement. */
  number: number;
  coinType: CoinType;
  tgUserId: number;
  leaves: readonly ProofLeaf[];
}

/** The bytes of base64; null for another text. */
export function readBase64(text: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

/** Whether a value has the form of a proof: whole numbers, amounts that are not negative, nodes of the right length. */
export function isProof(value: unknown): value is SolvencyProof {
  if (!isRecord(value)) return false;
  const { number, coinType, tgUserId, leaves } = value;
  const known = COIN_TYPES.find((one) => one === coinType);
  if (known === undefined || !isWhole(number) || !isWhole(tgUserId) || !Array.isArray(leaves)) return false;
  return leaves.every((leaf: unknown) => isLeaf(leaf, COINS[known].baseDecimals));
}

function isLeaf(value: unknown, baseDecimals: number): value is ProofLeaf {
  if (!isRecord(value)) return false;
  const { position, amount, nonce, path } = value;
  if (!isWhole(position) || !isAmount(amount, baseDecimals)) return false;
  if (typeof nonce !== "string" || !/^[0-9a-f]{32}$/.test(nonce) || typeof path !== "string") return false;
  const bytes = readBase64(path);
  return bytes !== null && bytes.length % NODE_BYTES === 0;
}

function isAmount(value: unknown, baseDecimals: number): boolean {
  if (typeof value !== "string" || value.length > 80) return false;
  try {
    parseDecimal(value, baseDecimals);
    return true;
  } catch {
    return false;
  }
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
