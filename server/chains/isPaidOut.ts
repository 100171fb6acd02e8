import type { CoinType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";

/** Whether balances of a coin are paid out, also once it was switched off for new envelopes. */
export function isPaidOut({ chains, config }: Pick<App, "chains" | "config">, coinType: CoinType): boolean {
  return chains[coinType] !== undefined && config.chains[coinType]?.hasSigner === true;
}
