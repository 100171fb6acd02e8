import { COINS } from "../coins.ts";
import { isAmountText, parseAmount } from "../money/amount.ts";
import { MAX_COUNT, type SendDraft } from "./validateSend.ts";

/** Of a group up to this size everybody gets a share. */
const ALL_UP_TO = 30;
const ROUND_NUMBERS = [100, 50, 40, 30];

/**
 * A number of shares for a group of so many members, as the messenger counts them: the bot, which is one of them, takes
 * none, and neither does who sends an ordinary envelope. Null where nobody is left, or not one share can be paid.
 */
export function proposeShares(draft: SendDraft, memberCount: number): number | null {
  const people = memberCount - (draft.type === "ordinary" ? 2 : 1);
  const wanted = people <= ALL_UP_TO ? people : (ROUND_NUMBERS.find((number) => number <= people) ?? people);
  const shares = Math.min(wanted, findMostShares(draft));
  return shares >= 1 ? shares : null;
}

/** As many shares as the typed amount can be split into, or be given to each; without one, as many as there may be. */
function findMostShares({ type, coinType, totalAmount, singleAmount }: SendDraft): number {
  const { baseDecimals, minBase, maxBase } = COINS[coinType];
  const text = singleAmount ?? totalAmount ?? "";
  const typed = isAmountText(text) ? parseAmount(text, baseDecimals) : 0n;
  if (typed === 0n) return MAX_COUNT;
  if (singleAmount !== null) return toCount(maxBase / typed);
  // Luck needs more than the least for each.
  return toCount((type === "luckyDraw" ? typed - 1n : typed) / minBase);
}

function toCount(shares: bigint): number {
  return shares > BigInt(MAX_COUNT) ? MAX_COUNT : Number(shares);
}
