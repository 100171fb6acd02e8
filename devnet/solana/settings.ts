import { Keypair } from "@solana/web3.js";
import { decodeBase58 } from "#domain/address/base58.ts";

/** The key pair of base58 of 64 bytes. */
export function readKeypair(key: string): Keypair {
  const bytes = decodeBase58(key, 64);
  if (bytes === null) throw new Error("not base58 of 64 bytes");
  return Keypair.fromSecretKey(bytes);
}

/** Keys of people's wallets, base58 of 64 bytes; publicly known, worth nothing. */
export const USER_KEYS: readonly string[] = [
  "22CHtM4cKnAVuyMpZb4Dj1HMhEajFsHyZFuGdupD7ZhR2Amko5jAGMy4FBpVEQB9tX4946yZvpsTSgBU2xnY4kxC",
  "5rDq9Mc4tfMzHVYYshBZf8H8A3tJ5YGG3njgQR1kbUkiBRfrFmftiWbfhH3pU2VHLXCJqbkNYqbhdpdV6qMQhcvR",
  "4dFi8aVzgvnhEac5Q4s3g7wUTv7fg8k9ca2PFaNxN4Tj2PmXpsUop7QPb7fYYYDtG2tKVumR7sy49fTKFSpoPeVg",
  "2HsxHNuK86hcakFmUEE1uBH2AiaDUX2cDS4fLD8CAXjbQUMeN8rcH34X4U3uKWobwrjKaUgZRVhn6RVUQJJjjsUi",
  "29bwavpUXoYHq2oXdpd4qu41uAZypsrnVaJebXh9cGiuWbLo7FMptfZYWpL1BAbQBDgPGNqnSku1MCexrBkWFpP9",
  "2MmUAJQp896iuRMjnsrUSL6Tego8wYuNRgSYh5dGWCHmx2v4g5hYUiff1DFLwsK32r6xsGi1UcdoTyXVjhgGfQp6",
];

/** The key that signs payouts. */
export const TREASURY_KEY = "qxGFDH51LeB38JncuiKfgwJpkK9fEpduvmmMH7VkptpzGBejNvMUpsHH5YPMURum5DTY6VJqqrjPjCTbtpkPb8J";

/** A test compares it with its key. */
export const TREASURY_ADDRESS = "B9rhrauGbRBtbxhi8d2HUvFBavqvip5WLSHoqc49TJ1U";

/** Pays airdrops. */
export const FAUCET_KEY = "4JWrWVkW3ffYCGwVxbnDVyueVQ39451Gh8i6FThDVmiaLwd6pLNEcn3SVhatWeqRTrtejuGDRpW3NeCZtnaFhJfK";

/** How long a slot is. */
export const SLOT_MS = 200;

/** Blocks for which a blockhash lives. */
export const BLOCKHASH_LIFE = 150;

/** How many blocks the commitment levels are behind the newest one. */
export const CONFIRMED_BEHIND = 2;
export const FINALIZED_BEHIND = 14;

/** Each slot of so many has no block, as when a validator is away. */
export const SKIPPED_EACH = 25;
