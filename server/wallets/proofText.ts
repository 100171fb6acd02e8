export interface ProofTextValues {
  /** The app's own address, as people see it in their browser. */
  publicUrl: string;
  /** Checksum form (EIP-55). */
  address: string;
  tgUserId: bigint;
  /** EIP-155. */
  chainId: number;
  /** At least 8 letters or digits. */
  nonce: string;
  issuedAt: Date;
  expiresAt: Date;
}

/** The text whose signature proves an Ethereum address, in the layout of EIP-4361. */
export function writeProofText(values: ProofTextValues): string {
  const { publicUrl, address, tgUserId, chainId, nonce, issuedAt, expiresAt } = values;
  return [
    `${new URL(publicUrl).host} wants you to sign in with your Ethereum account:`,
    address,
    "",
    `I own this wallet and use it with the Telegram account ${tgUserId}. This signature is free and moves no money.`,
    "",
    `URI: ${publicUrl}`,
    "Version: 1",
    `Chain ID: ${chainId}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt.toISOString()}`,
    `Expiration Time: ${expiresAt.toISOString()}`,
  ].join("\n");
}
