import { formatAccount, type ProvenAccount } from "#server/chains/formatAccount.ts";

export interface ProofTextValues {
  /** The app's public address. */
  publicUrl: string;
  /** Checksum form (EIP-55). */
  address: string;
  account: ProvenAccount;
  /** EIP-155. */
  chainId: number;
  /** At least 8 letters or digits. */
  nonce: string;
  issuedAt: Date;
  expiresAt: Date;
}

/**
 * The text whose signature proves an Ethereum address, in the layout of EIP-4361. The signature binds the wallet to the
 * account, so the statement names the account and the consequence.
 */
export function writeProofText(values: ProofTextValues): string {
  const { publicUrl, address, account, chainId, nonce, issuedAt, expiresAt } = values;
  return [
    `${new URL(publicUrl).host} wants you to sign in with your Ethereum account:`,
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
