import type { TFunction } from "i18next";

import { findMessageId } from "#domain/copyTexts.ts";

interface WordedEnvelope {
  remark: string | null;
  messageId: string | null;
}

/** The words of an envelope: the sender's remark, else the preset wish in the reader's language; empty without either. */
export function findWords(t: TFunction, { remark, messageId }: WordedEnvelope): string {
  const wish = findMessageId(remark, messageId);
  return wish === null ? (remark ?? "") : t(`copyTexts:${wish}`);
}
