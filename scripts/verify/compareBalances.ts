import type { CoinType } from "#domain/coins.ts";
import { COINS } from "#domain/coins.ts";
import { parseDecimal } from "#domain/money/parseDecimal.ts";
import type { CoinStatement, Statement } from "#domain/solvency/statement.ts";
import { readNumberedHeader } from "#server/chains/ethereum/confirm.ts";
import { callJsonRpc, JsonRpcError } from "#server/chains/jsonRpc.ts";
import { formatNetworkId } from "#server/chains/ethereum/networkId.ts";
import { readQuantity } from "#server/chains/ethereum/nodeValues.ts";
import { readTreasuryAt } from "#server/chains/ethereum/readTreasury.ts";

/** A chain's own words about one treasury at one position. */
export interface ChainReading {
  balanceBase: bigint;
  time: Date;
}

/** Reads the addresses of a treasury of one network at a position; null if the endpoint no longer has its state. */
interface BalanceReader {
  network: string;
  read(addresses: readonly string[], position: number): Promise<ChainReading | null>;
}

/** The coins whose balances an endpoint of anybody can tell at an old position. */
const READERS: Readonly<Partial<Record<CoinType, (url: string) => Promise<BalanceReader>>>> = {
  async eth(url) {
    const call = (method: string, params: readonly unknown[]) => callJsonRpc(url, method, params);
    return {
      network: formatNetworkId(Number(readQuantity(await call("eth_chainId", [])))),
      async read(addresses, position) {
        try {
          const { time } = await readNumberedHeader(call, position);
          const balanceBase = await readTreasuryAt(call, addresses, position);
          return balanceBase === null ? null : { balanceBase, time };
        } catch (error) {
          // Nodes that have pruned the block answer an error.
          if (error instanceof JsonRpcError) return null;
          throw error;
        }
      },
    };
  },
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
