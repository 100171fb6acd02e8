import { randomInt } from "node:crypto";
import type { Signer } from "#server/signers/signer.ts";
import type { PayableOrder, PaymentTerms } from "../chain.ts";
import { readList, readRecord } from "../nodeAnswers.ts";
import type { ExpiringPayout } from "../payoutRoute.ts";
import type { Header } from "../chainKind.ts";
import { agreeOnBlock, type Quorum, takeEarliest, takeHighest, takeSame } from "../quorum.ts";
import { readAccount, readBandwidth } from "./account.ts";
import type { Call } from "./network.ts";
import { addSignature, buildTransfer, countBandwidth, type Transfer, type Validity } from "./rawTransaction.ts";
import type { TronReader } from "./reader.ts";
import { readHead, readSolid } from "./transfers.ts";
import { readAmount, recoverSigner, toHexAddress } from "./values.ts";

/** Long enough to read and confirm; the page asks for a new one then. */
const LIFE_MS = 600_000;
const SPREAD_MS = 1_000_000;

/** The network's prices, in base units. */
export interface Prices {
  /** Of a byte of bandwidth. */
  perByteBase: bigint;
  /** Of the first transfer to an address. */
  activationBase: bigint;
}

export async function readPrices(call: Call): Promise<Prices> {
  const answer = readRecord(await call("wallet/getchainparameters", {}));
  const listed = readList(answer["chainParameter"]).map(readRecord);
  const readPrice = (key: string): bigint => {
    const parameter = listed.find((item) => item["key"] === key);
    if (parameter === undefined) throw new Error(`the node does not tell ${key}`);
    return readAmount(parameter["value"]);
  };
  return {
    perByteBase: readPrice("getTransactionFee"),
    activationBase: readPrice("getCreateAccountFee") + readPrice("getCreateNewAccountFeeInSystemContract"),
  };
}

/** They are parameters of the chain: all nodes name the same. */
export const choosePrices = takeSame<Prices>(
  ({ perByteBase, activationBase }) => `${perByteBase} and ${activationBase}`,
  "prices",
);

/** What a transfer costs at most: an account's free bandwidth may be used up before it lands. */
export function countFee({ perByteBase, activationBase }: Prices, sizeBytes: bigint, isActive: boolean): bigint {
  return isActive ? perByteBase * sizeBytes : activationBase;
}

/**
 * A place in the chain for a transfer. It names a solid block: a fork cannot take that one away, and the transfer with
 * it. The network reads no meaning in the timestamp; a random one keeps two equal transfers from being one transaction.
 */
export async function findValidity(quorum: Quorum<TronReader>, lifeMs: number): Promise<Validity> {
  const { hash: refHash } = await agreeOnBlock(quorum, ({ call }) => readSolid(call));
  const head = await quorum.conclude(
    ({ call }) => readHead(call),
    takeEarliest<Header>(({ time }) => time.getTime()),
  );
  const headMs = head.time.getTime();
  return { refHash, expirationMs: headMs + lifeMs, timestampMs: headMs - randomInt(SPREAD_MS) };
}

/** Builds the plain transfer that pays an order, without a memo: that would cost a fee. */
export async function buildPayment(
  quorum: Quorum<TronReader>,
  { from, to, amountBase }: PayableOrder,
  prices: Prices,
): Promise<PaymentTerms> {
  const validity = await findValidity(quorum, LIFE_MS);
  const transaction = buildTransfer({ owner: toHexAddress(from), to: toHexAddress(to), amountBase }, validity);
  const sizeBytes = countBandwidth(transaction);
  // The transaction names no fee: this is what the payer must have besides.
  const maxFeeBase = await quorum.conclude(async ({ call }) => {
    const { isActive } = await readAccount(call, to);
    const isFree = isActive && (await readBandwidth(call, from)) >= sizeBytes;
    return isFree ? 0n : countFee(prices, sizeBytes, isActive);
  }, takeHighest);
  return { maxFeeBase, signing: { kind: "tron", transaction: { ...transaction } } };
}

/** Signs a plain transfer from the treasury. Throws when the signer has another key. */
export async function signTransfer(
  transfer: Transfer,
  validity: Validity,
  { signer, maxFeeBase }: { signer: Signer; maxFeeBase: bigint },
): Promise<ExpiringPayout> {
  const transaction = buildTransfer(transfer, validity);
  const { txID: txHash } = transaction;
  const digest = Buffer.from(txHash, "hex");
  const signature = await signer.sign(digest);
  if (recoverSigner(digest, signature) !== transfer.owner) {
    throw new Error("the signer has another key than the treasury's");
  }
  return {
    txHash,
    raw: Uint8Array.from(addSignature(transaction, signature)),
    maxFeeBase,
    validUntil: BigInt(validity.expirationMs),
  };
}
