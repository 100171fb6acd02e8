import { createHash } from "node:crypto";
import { canonicalFairness, type FairnessRecord } from "#domain/draw/canonicalFairness.ts";
import type { DrawRule } from "#domain/envelope/validateSend.ts";
import { commitTogether } from "#domain/draw/commitTogether.ts";

/** What is told of a draw's shares before anybody gets one, in hex: by docs/solvency.md for shares that are taken in turn. */
export function commitDraw(record: FairnessRecord, drawRule: DrawRule): string {
  if (drawRule === "together") return commitTogether(record);
  return createHash("sha256").update(canonicalFairness(record)).digest("hex");
}
