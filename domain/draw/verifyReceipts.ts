import { toHex } from "../hex.ts";
import type { ChainedEntry } from "./chainEntries.ts";
import { breach, doubt, type DrawFinding } from "./drawReport.ts";
import type { DrawEvidence } from "./evidence.ts";
import type { Receipt } from "./receipt.ts";
import { findCertificateFaults, findSigner } from "./verifySigner.ts";

/** Whether each receipt is the operator's, and its entry in the set, at its place, and there before the close. */
export function findReceiptFaults(
  evidence: DrawEvidence,
  chained: readonly ChainedEntry[],
  { receipts, solvencyKeys }: { receipts: readonly Receipt[]; solvencyKeys: readonly string[] },
): DrawFinding[] {
  if (receipts.length === 0) return [doubt("noReceipt")];
  return receipts.flatMap((receipt): DrawFinding[] => {
    const { entryId } = receipt;
    if (receipt.envelopeId !== evidence.envelopeId) return [doubt("otherReceipt", entryId)];
    const { nonce: _, signature, ...body } = receipt;
    const signer = findSigner(evidence.keys, { body, signature, keyId: receipt.keyId, at: receipt.enteredAt });
    // What nobody signed says nothing of the draw.
    if (signer === null) return [breach("wrongReceipt", entryId)];
    const faults = findCertificateFaults(signer, solvencyKeys).filter(({ isBreach }) => isBreach);
    const window = evidence.windows.find(({ round }) => round === receipt.round);
    // Until the end an entry's window may be open still: evidence begins with its close.
    const isOpen = evidence.revealed === null && receipt.round > (evidence.windows.at(-1)?.round ?? 0);
    if (isOpen) faults.push(doubt("waiting", String(receipt.round)));
    else if (!isAtPlace(receipt, chained[receipt.place - 1])) faults.push(breach("missingReceipt", entryId));
    if (receipt.enteredAt >= receipt.closesAt) faults.push(breach("lateEntry", entryId));
    const isSameDraw =
      receipt.commitment === evidence.commitment &&
      receipt.beacon === evidence.beacon.hash &&
      (window === undefined || window.closesAt === receipt.closesAt);
    if (!isSameDraw) faults.push(breach("changedDraw", entryId));
    return faults;
  });
}

function isAtPlace(receipt: Receipt, entry: ChainedEntry | undefined): boolean {
  return (
    entry?.entryId === receipt.entryId &&
    entry.round === receipt.round &&
    toHex(entry.previousHead) === receipt.previousHead &&
    toHex(entry.head) === receipt.head
  );
}
