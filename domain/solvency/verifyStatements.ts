import { writeCanonicalJson } from "../canonicalJson.ts";
import { COINS, type CoinType } from "../coins.ts";
import { parseDecimal } from "../money/amount.ts";
import { toHex } from "../hex.ts";
import { nextDay } from "./nextDay.ts";
import type { CoinStatement, Statement } from "./statement.ts";

/**
 * `order`: the statement after it in the list is not the one before it. `day`: it is not of the next day. `link`: it
 * does not name the hash of the one before. `coin`: a coin of an earlier statement is not in it. `sum`: the parts are not the total. `cover`: the treasury and the cold
 * addresses hold less than what is owed. `tree`: its sum is not what people have, or there is none any more.
 */
export type StatementFault = "hash" | "signature" | "order" | "day" | "link" | "coin" | "sum" | "cover" | "tree";

export interface StatementFinding {
  fault: StatementFault;
  /** The statement's number. */
  number: number;
  /** The coin that is missing, has a wrong sum or lacks its tree. */
  coinType: string | null;
}

interface Cryptography {
  sha256: (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>;
  /** Whether an Ed25519 signature of a message is that of a key; all in hex. */
  isSigned: (message: string, signature: string, publicKey: string) => Promise<boolean>;
}

/** Checks statements, the newest first, as one unbroken chain; an empty result means that nothing was changed. */
export async function verifyStatements(
  statements: readonly Statement[],
  cryptography: Cryptography,
): Promise<StatementFinding[]> {
  const findings: StatementFinding[] = [...findVanished(statements), ...findUprooted(statements)];
  for (const [index, statement] of statements.entries()) {
    const faults = [
      ...(await findForged(statement, cryptography)),
      ...findUnlinked(statement, statements[index + 1] ?? null),
    ];
    const { number } = statement;
    findings.push(...faults.map((fault) => ({ fault, number, coinType: null })));
    for (const coin of statement.coins) {
      findings.push(...findWrongSums(coin).map((fault) => ({ fault, number, coinType: coin.coinType })));
    }
  }
  return findings;
}

async function findForged(
  { hash, signature, ...body }: Statement,
  { sha256, isSigned }: Cryptography,
): Promise<StatementFault[]> {
  const faults: StatementFault[] = [];
  const digest = await sha256(new TextEncoder().encode(writeCanonicalJson(body)));
  if (toHex(digest) !== hash) faults.push("hash");
  if (!(await isSigned(hash, signature, body.publicKey))) faults.push("signature");
  return faults;
}

/** `previous` is null at the end of the list, which may be a part of the chain. */
function findUnlinked(statement: Statement, previous: Statement | null): StatementFault[] {
  if (previous === null) {
    const isFirst = statement.number === 1;
    return isFirst === (statement.previousHash === null) ? [] : ["link"];
  }
  const faults: StatementFault[] = [];
  if (statement.number !== previous.number + 1) faults.push("order");
  if (statement.day !== nextDay(previous.day)) faults.push("day");
  if (statement.previousHash !== previous.hash) faults.push("link");
  return faults;
}

/** A coin that was published once stays; a day without any figures hides none. */
function findVanished(statements: readonly Statement[]): StatementFinding[] {
  const known = new Set<CoinType>();
  return [...statements].reverse().flatMap(({ number, coins }): StatementFinding[] => {
    if (coins.length === 0) return [];
    const vanished = [...known].filter((coinType) => coins.every((coin) => coin.coinType !== coinType));
    for (const { coinType } of coins) known.add(coinType);
    return vanished.map((coinType) => ({ fault: "coin", number, coinType }));
  });
}

/** Once a coin has a tree, each later statement has one too. */
function findUprooted(statements: readonly Statement[]): StatementFinding[] {
  const rooted = new Set<CoinType>();
  return [...statements].reverse().flatMap(({ number, coins }) =>
    coins.flatMap(({ coinType, tree }): StatementFinding[] => {
      if (tree === undefined) return rooted.has(coinType) ? [{ fault: "tree", number, coinType }] : [];
      rooted.add(coinType);
      return [];
    }),
  );
}

function findWrongSums({ coinType, treasuryBalance, coldBalance, owed, tree }: CoinStatement): StatementFault[] {
  const read = (amount: string) => parseDecimal(amount, COINS[coinType].baseDecimals);
  const { total, ...parts } = owed;
  const faults: StatementFault[] = [];
  const totalBase = read(total);
  if (Object.values(parts).reduce((sum, part) => sum + read(part), 0n) !== totalBase) faults.push("sum");
  const isCovered = treasuryBalance === null || read(treasuryBalance) + read(coldBalance) >= totalBase;
  if (!isCovered) faults.push("cover");
  if (tree !== undefined && read(tree?.sum ?? "0") !== read(owed.people)) faults.push("tree");
  return faults;
}
