import { isSameAddress } from "#domain/address/addressKey.ts";
import { ADDRESS_RULES } from "#domain/address/addressRules.ts";
import type { WalletType } from "#domain/coins.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { Chain } from "#server/chains/chain.ts";

type KnownChain = Pick<Chain, "network" | "treasuryAddress" | "oldTreasuryAddresses">;

/** The refusal of a text that the chain takes for no payer's address; its message says what is wrong with it. */
export function explainRefusedAddress(chain: KnownChain, type: WalletType, text: string): ApiError {
  const { network, treasuryAddress, oldTreasuryAddresses } = chain;
  const mistake = ADDRESS_RULES[type].findMistake(text, network.id);
  if (mistake === "form") return new ApiError("invalidRequest");
  if (mistake !== null) return new ApiError("invalidRequest", { messageKey: `wallet:addressMistake.${mistake}` });
  const isTreasury = [treasuryAddress, ...oldTreasuryAddresses].some((own) => isSameAddress(type, text.trim(), own));
  return new ApiError("invalidRequest", isTreasury ? { messageKey: "wallet:addressMistake.treasury" } : {});
}
