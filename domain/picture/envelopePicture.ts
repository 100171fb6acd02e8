import type { CoverId } from "#domain/covers.ts";

/** What the picture of an envelope shows. */
export interface EnvelopePicture {
  coverId: CoverId;
  /** The sender's remark, or the preset wish; empty: none. */
  words: string;
  senderName: string;
  /** `whole` while shares are left, `broken` once all are claimed, `grey` once none can be claimed any more. */
  seal: "whole" | "broken" | "grey";
  /** Who had the best luck, and how much; instead of the words. */
  best: { name: string; amount: string } | null;
}
