/** What is checked of a draw, in the order in which it is told. Some of it is checked of each window. */
export const DRAW_CHECKS = [
  "chain",
  "round",
  "signature",
  "set",
  "key",
  "time",
  "oneRoot",
  "rule",
  "amounts",
  "revealed",
  "receipts",
] as const;

export type DrawCheck = (typeof DRAW_CHECKS)[number];

/** What a draw cannot have unless somebody lied or erred. */
export type DrawBreach =
  | "foreignChain"
  /** The round does not follow from the time at which the set closed. */
  | "wrongRound"
  | "wrongSignature"
  /** The entries are not those under the signed root. */
  | "wrongSet"
  | "enteredTwice"
  /** No known key of that time signed the root. */
  | "wrongRootKey"
  /** The key is not certified as it says, or by a key that nobody knows. */
  | "foreignKey"
  | "twoRoots"
  /** Somebody won what the rule does not give them, or did not get what it gives. */
  | "wrongRank"
  | "wrongAmount"
  | "wrongCommitment"
  | "wrongTotal"
  | "wrongReceipt"
  /** Its signed words name another person: two of one entry have one chance. */
  | "foreignReceipt"
  /** The entry of a receipt is not in its place. */
  | "missingReceipt"
  | "lateEntry"
  /** A receipt names another commitment, chain or closing time. */
  | "changedDraw";

/** What is not proven, and breaks nothing. */
export type DrawDoubt =
  | "noRoot"
  /** `about` is by how many seconds. */
  | "lateRoot"
  /** Another root of the round, which no known key signed. */
  | "unsignedRoot"
  | "noCertificate"
  /** `about` is the key that certifies. */
  | "unknownCertifier"
  | "waiting"
  | "undrawn"
  | "notRevealed"
  /** Who won what is not told. */
  | "noList"
  | "noTotal"
  | "noReceipt"
  | "otherReceipt";

export type DrawFinding =
  | { fault: DrawBreach; isBreach: true; about: string }
  | { fault: DrawDoubt; isBreach: false; about: string };

/** One check; without a finding it holds. */
export interface DrawStep {
  check: DrawCheck;
  /** Null where it is of the whole envelope. */
  round: number | null;
  findings: readonly DrawFinding[];
}

/** @param about the entry, key, root or number that is meant, if any */
export function breach(fault: DrawBreach, about = ""): DrawFinding {
  return { fault, isBreach: true, about };
}

export function doubt(fault: DrawDoubt, about = ""): DrawFinding {
  return { fault, isBreach: false, about };
}

export function hasBreach(steps: readonly DrawStep[]): boolean {
  return steps.some(({ findings }) => findings.some(({ isBreach }) => isBreach));
}
