import type { CoinType, WalletType } from "#domain/coins.ts";
import { coinsOfWallet } from "#domain/coinsOfWallet.ts";
import type { Chain, ChainFacts } from "./chain.ts";
import type { App } from "#server/app.ts";
import { ApiError } from "#server/calls/apiError.ts";
import { ChainUnavailable } from "./chainUnavailable.ts";

/** `away`: not reached yet. `foreign`: not the chain of this database; it is never used. */
export type ChainState = "ready" | "away" | "foreign";

/** A configured chain, reachable or not. */
export interface ChainLink {
  readonly facts: ChainFacts;
  readonly state: ChainState;
  /** Set once the chain is ready. */
  readonly chain: Chain | null;
}

/** The configured chains by their coin. */
export type Chains = Readonly<Partial<Record<CoinType, ChainLink>>>;

export function listChains(chains: Chains): ChainLink[] {
  return Object.values(chains);
}

/** A network's name for people: as the chain that is reached calls itself, else by its id alone. */
export function nameNetwork(link: ChainLink | undefined, networkId: string): string {
  const reached = link?.chain?.network;
  if (reached?.id === networkId) return reached.name;
  return link?.facts.nameNetwork(networkId) ?? networkId;
}

/** The chain of a coin. Throws coinNotEnabled if it is not configured, ChainUnavailable while it is unreachable. */
export function requireChain(app: Pick<App, "chains">, coinType: CoinType): Chain {
  const link = app.chains[coinType];
  if (link === undefined) throw new ApiError("coinNotEnabled");
  if (link.chain === null) throw new ChainUnavailable(coinType);
  return link.chain;
}

/** The facts of a coin's chain, also while it is unreachable. Throws coinNotEnabled if it is not configured. */
export function requireChainFacts(app: Pick<App, "chains">, coinType: CoinType): ChainFacts {
  const link = app.chains[coinType];
  if (link === undefined) throw new ApiError("coinNotEnabled");
  return link.facts;
}

/** The configured chains of the coins that a wallet of a type holds. */
export function listWalletChains({ chains }: Pick<App, "chains">, type: WalletType): ChainLink[] {
  return coinsOfWallet(type).flatMap((coinType) => chains[coinType] ?? []);
}

/**
 * A chain that knows a wallet of a type, whichever of its coins it is of. Throws coinNotEnabled if none is configured,
 * ChainUnavailable while none is reachable.
 */
export function requireWalletChain(app: Pick<App, "chains">, type: WalletType): Chain {
  const links = listWalletChains(app, type);
  const link = links.find(({ chain }) => chain !== null) ?? links[0];
  if (link === undefined) throw new ApiError("coinNotEnabled");
  if (link.chain === null) throw new ChainUnavailable(link.facts.coinType);
  return link.chain;
}

/** Whether balances of a coin are paid out, also once it was switched off for new envelopes. */
export function isPaidOut({ chains, config }: Pick<App, "chains" | "config">, coinType: CoinType): boolean {
  return chains[coinType] !== undefined && config.chains[coinType]?.hasSigner === true;
}

/** Throws walletUnsupported for a contract's address: no key can sign a proof for it. */
export async function refuseContract(chain: Chain, address: string): Promise<void> {
  if (!(await chain.canSign(address))) throw new ApiError("walletUnsupported");
}

/** Reads a balance from a chain. Throws balanceUnavailable while the chain is unreachable. */
export async function askForBalance(ask: () => Promise<bigint>): Promise<bigint> {
  try {
    return await ask();
  } catch (error) {
    throw error instanceof ChainUnavailable ? new ApiError("balanceUnavailable") : error;
  }
}
