import { type BeaconChain, findRoundFrom, timeOfRound } from "./beacon.ts";
import { createPathCheck } from "./checkPaths.ts";
import type { DrawKey } from "./drawKey.ts";
import { breach, doubt, type DrawFinding } from "./drawReport.ts";
import type { DrawRoot } from "./drawRoot.ts";
import type { EvidenceShare } from "./evidence.ts";
import { hashLeaf } from "./merkleTree.ts";
import { hashWho, type Receipt } from "./receipt.ts";
import { verifyRound } from "./verifyRound.ts";
import { findCertificateFaults, findSigner } from "./verifySigner.ts";

/** What a person holds and was told of their own entry. */
export interface OwnDraw {
  /** Whose entry it has to be; null where the device does not know its person. */
  tgUserId: string | null;
  /** Kept since the entering where it could be; null where none was ever told. */
  receipt: Receipt | null;
  /** As the server tells it now. */
  toldReceipt: Receipt | null;
  /** Kept since it was seen first. */
  root: DrawRoot | null;
  toldRoot: DrawRoot | null;
  /** What became of it, as the server tells it. */
  status: "waiting" | "won" | "lost" | "undrawn";
  /** Of the round, hex; null where the draw is not settled, or never was. */
  signature: string | null;
  /** What proves the amount; null for nothing. */
  share: Pick<EvidenceShare, "slot" | "salt" | "path"> | null;
  /** That was credited, a whole-coin decimal; null for nothing. */
  amount: string | null;
  /** Shares of the envelope. */
  count: number;
  keys: readonly DrawKey[];
}

/**
 * Checks what a phone can check of its person's entry alone: the receipt, its round and root, and the own amount.
 *
 * @param isRound whether a signature is that of a round
 */
export function verifyOwnDraw(own: OwnDraw, chain: BeaconChain, isRound = verifyRound): DrawFinding[] {
  const { receipt } = own;
  if (receipt === null) return [doubt("noReceipt")];
  return [
    ...findReceiptFaults(own, receipt, chain),
    ...findRootFaults(own, receipt, chain),
    ...findSignatureFaults(own, receipt.round, (round, signature) => isRound(chain, round, signature)),
    ...findAmountFaults(own, receipt),
  ];
}

function findReceiptFaults(
  { tgUserId, toldReceipt, keys }: OwnDraw,
  receipt: Receipt,
  chain: BeaconChain,
): DrawFinding[] {
  const { entryId } = receipt;
  const { nonce: _, signature, ...body } = receipt;
  const signer = findSigner(keys, { body, signature, keyId: receipt.keyId, at: receipt.enteredAt });
  if (signer === null) return [breach("wrongReceipt", entryId)];
  const faults = findCertificateFaults(signer, []).filter(({ isBreach }) => isBreach);
  if (tgUserId !== null && receipt.who !== hashWho(receipt.nonce, tgUserId)) {
    faults.push(breach("foreignReceipt", entryId));
  }
  if (receipt.beacon !== chain.hash) faults.push(breach("foreignChain", receipt.beacon));
  if (receipt.enteredAt >= receipt.closesAt) faults.push(breach("lateEntry", entryId));
  const first = findRoundFrom(chain, new Date(Date.parse(receipt.closesAt) + 1_000));
  if (receipt.round < first) faults.push(breach("wrongRound", String(receipt.round)));
  // A signature is of one body only.
  if (toldReceipt !== null && toldReceipt.signature !== signature) faults.push(breach("changedDraw", entryId));
  return faults;
}

function findRootFaults({ root, toldRoot, keys }: OwnDraw, { round }: Receipt, chain: BeaconChain): DrawFinding[] {
  const known = root ?? toldRoot;
  if (known === null) return [doubt("noRoot", String(round))];
  const isSigned = ({ signature, ...body }: DrawRoot) =>
    body.round === round && findSigner(keys, { body, signature, keyId: body.keyId, at: body.madeAt }) !== null;
  if (!isSigned(known)) return [breach("wrongRootKey", known.keyId)];
  if (toldRoot !== null && toldRoot.signature !== known.signature && isSigned(toldRoot)) {
    return [breach("twoRoots", toldRoot.root)];
  }
  const lateMs = Date.parse(known.madeAt) - timeOfRound(chain, round).getTime();
  return lateMs < 0 ? [] : [doubt("lateRoot", String(Math.max(1, Math.ceil(lateMs / 1_000))))];
}

function findSignatureFaults(
  { signature, status }: OwnDraw,
  round: number,
  isRound: (round: number, signature: string) => boolean,
): DrawFinding[] {
  if (signature === null && (status === "waiting" || status === "undrawn")) return [doubt(status, String(round))];
  // A server that hides the number which decided the result may have chosen the result.
  return signature !== null && isRound(round, signature) ? [] : [breach("wrongSignature", String(round))];
}

function findAmountFaults({ share, amount, count }: OwnDraw, receipt: Receipt): DrawFinding[] {
  if (share === null && amount === null) return [];
  if (share === null || amount === null) return [breach("wrongAmount", receipt.entryId)];
  const { slot, salt, path } = share;
  const leaf = hashLeaf({ envelopeId: receipt.envelopeId, slot, amount, salt });
  const isCommitted = createPathCheck(receipt.commitment, count)(leaf, slot, path);
  return isCommitted ? [] : [breach("wrongAmount", receipt.entryId)];
}
