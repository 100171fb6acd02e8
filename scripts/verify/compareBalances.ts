import type { CoinType } from "#domain/coins.ts";
import { COINS } from "#domain/coins.ts";
import { parseDecimal } from "#domain/money/parseDecimal.ts";
import type { CoinStatement, Statement } from "#domain/solvency/statement.ts";
import type { BalanceReader, ChainReading } from "./balanceReader.ts";
import { connectEthereum } from "./connectEthereum.ts";
import { connectSolana } from "./connectSolana.ts";
import { connectTon } from "./connectTon.ts";

/** The coins whose nodes can tell a balance of an old position. */
const READERS: Readonly<Partial<Record<CoinType, (url: string) => Promise<BalanceReader>>>> = {
  eth: connectEthereum,
  sol: connectSolana,
  ton: connectTon,
};

export const COMPARABLE_COINS: readonly string[] = Object.keys(READERS);

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
  coinType: string,
  url: string,
): Promise<BalanceComparison> {
  const reader = await READERS[coinType as CoinType]?.(url);
  if (reader === undefined) throw new Error(`balances of ${coinType} cannot be compared`);
  let [agreed, unknown] = [0, 0];
  const contradicted: string[] = [];
  for (const statement of statements) {
    const coin = statement.coins.find((one) => one.coinType === coinType);
    if (coin === undefined || coin.position === null) continue;
    if (coin.network !== reader.network) {
      throw new Error(`the endpoint is of ${reader.network}, statement ${statement.number} of ${coin.network}`);
    }
    const reading = await reader.read([coin.treasuryAddress, ...coin.oldTreasuryAddresses], coin.position);
    if (reading === null) unknown += 1;
    else if (isSame(coin, reading)) agreed += 1;
    else contradicted.push(`statement ${statement.number} (${statement.day}), position ${coin.position}`);
  }
  return { agreed, unknown, contradicted };
}

function isSame({ coinType, treasuryBalance, blockTime }: CoinStatement, { balanceBase, time }: ChainReading): boolean {
  if (treasuryBalance === null || blockTime === null) return false;
  const saidBase = parseDecimal(treasuryBalance, COINS[coinType].baseDecimals);
  return saidBase === balanceBase && Date.parse(blockTime) === time.getTime();
}
