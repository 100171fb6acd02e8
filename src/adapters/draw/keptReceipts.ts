import type { DrawRoot } from "#domain/draw/drawRoot.ts";
import { readDrawPapers } from "#domain/draw/readDrawPapers.ts";
import type { Receipt } from "#domain/draw/receipt.ts";
import { createDrafts } from "#src/adapters/drafts.ts";
import { createAppStorage } from "#src/adapters/storage.ts";

/** What proves an entry: as it was first told, whatever is told later. */
export interface KeptEntry {
  receipt: Receipt | null;
  root: DrawRoot | null;
}

/** Keeps the person's receipt of an envelope, and its round's root, from the moment they are told. */
export interface KeptReceipts {
  read: (envelopeId: string) => KeptEntry;
  /** What is there already stays. Answers whether anything is new. */
  keep: (envelopeId: string, told: KeptEntry) => boolean;
  /** Once the draw has proven true. */
  forget: (envelopeId: string) => void;
}

/** It outlives the tab: who enters may close the app and come back for the result. */
export function openKeptReceipts(): KeptReceipts {
  const storage = createAppStorage(localStorage);
  const drafts = createDrafts({ storage: localStorage, getUserId: () => storage.read("userId") });
  const nameOf = (envelopeId: string) => `draw.${envelopeId}`;
  const read = (envelopeId: string): KeptEntry => {
    try {
      const { receipts, roots } = readDrawPapers(JSON.parse(drafts.read(nameOf(envelopeId)) ?? "[]"));
      return { receipt: receipts[0] ?? null, root: roots[0] ?? null };
    } catch {
      // Another program has written under our key.
      return { receipt: null, root: null };
    }
  };
  return {
    read,
    keep: (envelopeId, told) => {
      const kept = read(envelopeId);
      const all = { receipt: kept.receipt ?? told.receipt, root: kept.root ?? told.root };
      const isNew = all.receipt !== kept.receipt || all.root !== kept.root;
      if (isNew) drafts.write(nameOf(envelopeId), JSON.stringify(all));
      return isNew;
    },
    forget: (envelopeId) => drafts.write(nameOf(envelopeId), ""),
  };
}
