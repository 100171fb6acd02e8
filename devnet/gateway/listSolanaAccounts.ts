import { readKeypair } from "#devnet/solana/readKeypair.ts";

/** What the local Solana wallet shows its owner and, in base64, the keys that it shows pages. */
export function listSolanaAccounts(keys: readonly string[]) {
  return keys.map((key, index) => {
    const { publicKey } = readKeypair(key);
    return {
      index,
      name: `Account ${index + 1}`,
      address: publicKey.toBase58(),
      publicKey: Buffer.from(publicKey.toBytes()).toString("base64"),
    };
  });
}
