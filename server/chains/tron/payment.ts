import { randomInt } from "node:crypto";
import type { PayableOrder, PaymentTerms } from "../chain.ts";
import { toHexAddress } from "./address.ts";
import type { Call } from "./pool.ts";
import { countFee, type Prices } from "./fees.ts";
import { countBandwidth, formatTransfer, type Validity, writeTransfer } from "./rawTransaction.ts";
import { readAccount, readBandwidth } from "./readAccount.ts";
import { readHead, readSolid } from "./readBlock.ts";

/** Long enough to read and confirm; the page asks for a new one then. */
const LIFE_MS = 600_000;
const SPREAD_MS = 1_000_000;

/**
 * A place in the chain for a transfer. It names a solid block: a fork cannot take that one away, and the transfer with
 * it. The network reads no meaning in the timestamp; a random one keeps two equal transfers from being one transaction.
 */
export async function readValidity(call: Call, lifeMs: number): Promise<Validity> {
  const { hash: refHash } = await readSolid(call);
  const headMs = (await readHead(call)).time.getTime();
  return { refHash, expirationMs: headMs + lifeMs, timestampMs: headMs - randomInt(SPREAD_MS) };
}

/** Builds the plain transfer that pays an order, without a memo: that would cost a fee. */
export async function buildPayment(
  call: Call,
  { from, to, amountBase }: PayableOrder,
  prices: Prices,
): Promise<PaymentTerms> {
  const validity = await readValidity(call, LIFE_MS);
  const transfer = { owner: toHexAddress(from), to: toHexAddress(to), amountBase };
  const sizeBytes = countBandwidth(writeTransfer(transfer, validity));
  const { isActive } = await readAccount(call, to);
  const isFree = isActive && (await readBandwidth(call, from)) >= sizeBytes;
  return {
    maxFeeBase: isFree ? 0n : countFee(prices, sizeBytes, isActive),
    signing: { kind: "tron", transaction: formatTransfer(transfer, validity) },
  };
}
