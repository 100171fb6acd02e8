import { ed25519 } from "@noble/curves/ed25519.js";
import { sha256 } from "@noble/hashes/sha256";
import { isEd25519Key } from "../address/ed25519.ts";
import type { CoinType } from "../coins.ts";
import { fromHex } from "../hex.ts";
import { readStatements, UnreadableStatements } from "./readStatements.ts";
import type { Statement } from "./statement.ts";
import { type CheckedProof, verifyProof } from "./verifyProof.ts";
import { verifyStatements } from "./verifyStatements.ts";

/** What a person's balances were by a statement, checked by their own device. */
export interface BalanceCheck {
  /** UTC date of the statement; null before the first with trees. */
  day: string | null;
  /** Whether statements and proofs are as docs/solvency.md says. Amounts are nothing to go by where they are not. */
  fits: boolean;
  /** Coins of the person; null where the balance was nothing. */
  coins: readonly { coinType: CoinType; amount: string | null }[];
}

interface ToldProof {
  coinType: CoinType;
  /** Null where the server has none. */
  proof: { number: number; coinType: string } | null;
}

/** What the server tells, of which nothing is taken on trust. */
export interface ToldBalances {
  tgUserId: number;
  /** Some of the newest statements, the newest first. */
  statements: unknown;
  /** Of the coins that the person has or had. */
  proofs: readonly ToldProof[];
}

const NOTHING = { fault: null, amount: null };
const MISFIT: BalanceCheck = { day: null, fits: false, coins: [] };

/** @throws Error where a proof is of none of these statements, so that nothing can be said */
export async function checkBalances({ tgUserId, statements: told, proofs }: ToldBalances): Promise<BalanceCheck> {
  const statements = tryToRead(told);
  if (statements === null) return MISFIT;
  const findings = await verifyStatements(statements, { sha256: async (bytes) => sha256(bytes), isSigned });
  // Whether the treasury holds enough is another question.
  if (findings.some(({ fault }) => fault !== "cover")) return MISFIT;
  const newest = statements.find(({ coins }) => coins.some(({ tree }) => tree !== undefined));
  if (newest === undefined) return { day: null, fits: true, coins: [] };
  const coins: { coinType: CoinType; amount: string | null }[] = [];
  for (const { coinType, proof } of proofs) {
    const checked = proof === null ? NOTHING : checkOne(proof, statements, { coinType, tgUserId });
    if (checked.fault !== null) return MISFIT;
    coins.push({ coinType, amount: checked.amount });
  }
  return { day: newest.day, fits: true, coins };
}

function checkOne(
  proof: NonNullable<ToldProof["proof"]>,
  statements: readonly Statement[],
  { coinType, tgUserId }: { coinType: CoinType; tgUserId: number },
): CheckedProof {
  const statement = statements.find(({ number }) => number === proof.number);
  if (statement === undefined) throw new Error(`statement ${proof.number} is not there`);
  if (proof.coinType !== coinType) return { fault: "form" };
  return verifyProof(proof, statement, tgUserId);
}

function tryToRead(told: unknown): Statement[] | null {
  try {
    return readStatements(told);
  } catch (error) {
    if (error instanceof UnreadableStatements) return null;
    throw error;
  }
}

async function isSigned(message: string, signature: string, publicKey: string): Promise<boolean> {
  const key = fromHex(publicKey);
  return isEd25519Key(key) && ed25519.verify(fromHex(signature), fromHex(message), key);
}
