/** A chain's own words about one treasury at one position. */
export interface ChainReading {
  balanceBase: bigint;
  time: Date;
}

/** Reads the addresses of a treasury of one network at a position; null if the endpoint no longer has its state. */
export interface BalanceReader {
  network: string;
  read(addresses: readonly string[], position: number): Promise<ChainReading | null>;
}
