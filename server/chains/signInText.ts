import { formatAccount, type ProvenAccount } from "./formatAccount.ts";

export interface SignInValues {
  /** The app's public address. */
  publicUrl: string;
  /** In the chain's usual form. */
  address: string;
  account: ProvenAccount;
  /** At least 8 letters or digits. */
  nonce: string;
  issuedAt: Date;
  expiresAt: Date;
}

/** The chain as the text names it. */
interface SignInChain {
  chainName: string;
  chainId: string;
}

/**
 * The text whose signature proves an address, in the layout of EIP-4361, which other chains have taken over. The
 * signature binds the wallet to the account, so the statement names the account and the consequence.
 */
export function writeSignInText(values: SignInValues, { chainName, chainId }: SignInChain): string {
  const { publicUrl, address, account, nonce, issuedAt, expiresAt } = values;
  return [
    `${new URL(publicUrl).host} wants you to sign in with your ${chainName} account:`,
    address,
    "",
    `I connect this wallet with the Telegram account ${formatAccount(account)}. ` +
      "Money that this wallet sends to Hongbao is credited to that account. Sign only if the account is yours. Signing is free.",
    "",
    `URI: ${publicUrl}`,
    "Version: 1",
    `Chain ID: ${chainId}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt.toISOString()}`,
    `Expiration Time: ${expiresAt.toISOString()}`,
  ].join("\n");
}
