import type { Chain, WalletProof } from "./chain.ts";

/** Whether a proof is of the chain's kind: made while connecting, or a signature. */
export function isProofOfKind(chain: Pick<Chain, "bringsAddressWithProof">, proof: WalletProof): boolean {
  const { signature, tonProof } = proof;
  if ((tonProof === undefined) === (signature === undefined)) return false;
  return (tonProof !== undefined) === chain.bringsAddressWithProof;
}
