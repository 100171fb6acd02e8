import { COIN_TYPES, COINS, type CoinType } from "#domain/coins.ts";
import { parseDecimal } from "#domain/money/amount.ts";
import type { CoinStatement, Statement } from "#domain/solvency/statement.ts";
import { UNWATCHED } from "#server/chains/watchCall.ts";
import { findNodeKind } from "#server/chains/readChains.ts";

/** The coins whose nodes can tell a balance of an old position. */
export const COMPARABLE_COINS: readonly CoinType[] = COIN_TYPES.filter((coin) => findNodeKind(coin).hasOldBalances);

export interface BalanceComparison {
  /** Statements whose balance and block time are those of the chain. */
  agreed: number;
  /** Statements whose position the endpoint knows no more. */
  unknown: number;
  /** One text per statement that the chain contradicts. */
  contradicted: readonly string[];
}

/** Compares every balance that statements give of a coin with an endpoint. Throws if it is of another network. */
export async function compareBalances(
  statements: readonly Statement[],
  coinType: CoinType,
  url: string,
): Promise<BalanceComparison> {
  const network = await readNetwork(coinType, url);
  let [agreed, unknown] = [0, 0];
  const contradicted: string[] = [];
  for (const statement of statements) {
    const coin = statement.coins.find((one) => one.coinType === coinType);
    if (coin === undefined || coin.position === null) continue;
    if (coin.network !== network) {
      throw new Error(`the endpoint is of ${network}, statement ${statement.number} of ${coin.network}`);
    }
    const reading = await readBalance(coinType, url, {
      treasuries: [coin.treasuryAddress, ...coin.oldTreasuryAddresses],
      position: coin.position,
    });
    if (reading === null) unknown += 1;
    else if (isSame(coin, reading)) agreed += 1;
    else contradicted.push(`statement ${statement.number} (${statement.day}), position ${coin.position}`);
  }
  return { agreed, unknown, contradicted };
}

function openReader(coinType: CoinType, url: string, treasuries: readonly string[]) {
  const logger = { warn: () => undefined };
  return findNodeKind(coinType).createReader(
    { url, apiKey: null },
    { treasuries, confirmations: 1, logger, watchCall: UNWATCHED },
    null,
  );
}

async function readNetwork(coinType: CoinType, url: string): Promise<string> {
  return findNodeKind(coinType).findNetwork(await openReader(coinType, url, []).readIdentity()).id;
}

interface Reading {
  balanceBase: bigint;
  time: Date;
}

/** The chain's own words about a treasury at a position; null if the endpoint does not have its state. */
async function readBalance(
  coinType: CoinType,
  url: string,
  { treasuries, position }: { treasuries: readonly string[]; position: number },
): Promise<Reading | null> {
  const reader = openReader(coinType, url, treasuries);
  if (position > (await reader.readTip()).position) return null;
  try {
    const holding = await reader.readTreasury(position, null);
    const header = holding === null ? null : await reader.findHeader(position);
    return holding === null || header === null ? null : { balanceBase: holding.balanceBase, time: header.time };
  } catch (error) {
    // Nodes that have pruned the state answer an error.
    if (findNodeKind(coinType).isAnswer(error)) return null;
    throw error;
  }
}

function isSame({ coinType, treasuryBalance, blockTime }: CoinStatement, { balanceBase, time }: Reading): boolean {
  if (treasuryBalance === null || blockTime === null) return false;
  const saidBase = parseDecimal(treasuryBalance, COINS[coinType].baseDecimals);
  return saidBase === balanceBase && Date.parse(blockTime) === time.getTime();
}
