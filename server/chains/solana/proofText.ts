import { type SignInValues, writeSignInText } from "../signInText.ts";

interface ProofTextValues extends SignInValues {
  /** CAIP-2. */
  networkId: string;
}

/** The text whose signature proves a Solana address (Sign In With Solana). */
export function writeProofText({ networkId, ...values }: ProofTextValues): string {
  return writeSignInText(values, { chainName: "Solana", chainId: networkId });
}
