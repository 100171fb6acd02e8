import { toAddressKey } from "#domain/address/addressKey.ts";
import { ADDRESS_RULES } from "#domain/address/addressRules.ts";
import { COINS } from "#domain/coins.ts";
import type { ChainAddress, ChainFacts } from "./chain.ts";
import type { ChainKind } from "./chainKind.ts";
import { type ChainConfig, nameSettings, type SpecFacts } from "./settings.ts";

interface NodelessKind extends Pick<ChainKind, "nameNetwork" | "parseTxId"> {
  settings: SpecFacts;
}

/** Facts about a chain that need no node. */
export function describeFacts(
  { settings, nameNetwork, parseTxId }: NodelessKind,
  { treasuryAddress, oldTreasuryAddresses, confirmations, explorerTx, payoutFeeBase }: ChainConfig,
): ChainFacts {
  const { endpoints, treasury, oldTreasuries } = nameSettings(settings);
  return {
    coinType: settings.coinType,
    fuelCoin: settings.fuelCoin ?? null,
    treasuryAddress,
    oldTreasuryAddresses,
    confirmations,
    explorerTx,
    payoutFeeBase: payoutFeeBase ?? null,
    settings: { endpoints, treasury, oldTreasuries },
    nameNetwork,
    parseTxId,
  };
}

/** Confirmations of what is at a position, with its own block, and no more than are needed; 0 where no chain is configured. */
export function countConfirmations(facts: ChainFacts | undefined, position: bigint, head = position): number {
  return Math.max(0, Math.min(Number(head - position) + 1, facts?.confirmations ?? 0));
}

/** Parses an address that may pay on a network. Null for a malformed one, one without a key, and a treasury. */
export function parsePayer(
  text: string,
  {
    coinType,
    treasuryAddress,
    oldTreasuryAddresses,
  }: Pick<ChainFacts, "coinType" | "treasuryAddress" | "oldTreasuryAddresses">,
  networkId: string,
): ChainAddress | null {
  const { walletType } = COINS[coinType];
  const { normalize, findMistake } = ADDRESS_RULES[walletType];
  const address = normalize(text);
  if (address === null || findMistake(text, networkId) !== null) return null;
  const addressKey = toAddressKey(walletType, address);
  const isTreasury = [treasuryAddress, ...oldTreasuryAddresses].some(
    (treasury) => toAddressKey(walletType, treasury) === addressKey,
  );
  return isTreasury ? null : { address, addressKey };
}
