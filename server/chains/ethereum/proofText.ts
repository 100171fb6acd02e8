import { type SignInValues, writeSignInText } from "../signInText.ts";

interface ProofTextValues extends SignInValues {
  /** EIP-155. */
  chainId: number;
}

/** The text whose signature proves an Ethereum address (EIP-4361). The address is in checksum form (EIP-55). */
export function writeProofText({ chainId, ...values }: ProofTextValues): string {
  return writeSignInText(values, { chainName: "Ethereum", chainId });
}
