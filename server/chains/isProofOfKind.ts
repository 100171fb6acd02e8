import type { Chain, WalletProof } from "./chain.ts";

/** Whether a proof is of the kind that a chain takes: one that the wallet gave while it connected, or a signature. */
export function isProofOfKind(chain: Pick<Chain, "bringsAddressWithProof">, proof: WalletProof): boolean {
  const { signature, tonProof } = proof;
  if ((tonProof === undefined) === (signature === undefined)) return false;
  return (tonProof !== undefined) === chain.bringsAddressWithProof;
}
