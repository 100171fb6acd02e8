import { type SignInValues, writeSignInText } from "../signInText.ts";

interface ProofTextValues extends SignInValues {
  /** CAIP-2. */
  networkId: string;
}

/** The text whose signature proves a Tron address, in the layout of EIP-4361. */
export function writeProofText({ networkId, ...values }: ProofTextValues): string {
  return writeSignInText(values, { chainName: "Tron", chainId: networkId.slice(networkId.indexOf(":") + 1) });
}
