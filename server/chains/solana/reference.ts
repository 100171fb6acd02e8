import { encodeBase58 } from "#domain/address/encodeBase58.ts";
import type { Random } from "#server/random.ts";

/** An address that nobody has the key of: the payment names it, which costs nothing. */
export function createSolanaReference(random: Random): string {
  return encodeBase58(random.bytes(32));
}
