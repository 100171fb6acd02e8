import { COINS, type Coin, type CoinType } from "../coins.ts";
import { formatAmount, isAmountText, parseAmount } from "../money/amount.ts";
import { type Passphrase, type PassphraseProblem, readPassphrase } from "../passphrase/readPassphrase.ts";

export type EnvelopeType = "ordinary" | "luckyDraw";
/** instant: the n-th claim takes slot n at once. together: all who enter in time are in one draw. */
export type DrawRule = "instant" | "together";

/** How long others can enter a draw for all after the first, in seconds. */
export const DRAW_WINDOWS_S = [15, 60, 300] as const;
export type DrawWindowS = (typeof DRAW_WINDOWS_S)[number];
/** Long enough for a group that does not look at its telephones all the time. */
export const USUAL_WINDOW_S: DrawWindowS = 300;

export const MAX_COUNT = 100;
/** Chats per send at most. */
export const MAX_CHATS = 20;
/** Chats at most that people have to be in besides the group of the envelope. */
export const MAX_REQUIRED_CHATS = 3;
export const MAX_REMARK_CODE_POINTS = 120;

/** A form's texts, or a request's values with numbers as text. */
export interface SendDraft {
  type: EnvelopeType;
  coinType: CoinType;
  count: string;
  /** Whole-coin decimal string; null if the single amount is given instead. */
  totalAmount: string | null;
  singleAmount: string | null;
  /** Null means a generated one. */
  passphrase: string | null;
  remark: string;
}

export type SendField = "count" | "totalAmount" | "singleAmount" | "passphrase" | "remark";

export type SendProblemCode =
  | "countRequired"
  | "countInteger"
  | "countRange"
  | "amountRequired"
  | "amountEither"
  | "amountFormat"
  | "amountTooSmall"
  | "amountTooLarge"
  | "amountIndivisible"
  | "amountNoLuck"
  | "singleOnlyOrdinary"
  | "remarkLength"
  | PassphraseProblem;

/** `messageKey` is `envelope:problem.<code>`; `params` are whole-coin amounts and labels for its text. */
export interface SendProblem {
  field: SendField;
  code: SendProblemCode;
  messageKey: `envelope:problem.${SendProblemCode}`;
  params: Readonly<Record<string, string>>;
}

export interface ValidSend {
  type: EnvelopeType;
  coinType: CoinType;
  count: number;
  totalBase: bigint;
  /** Base units of each share; null for a lucky draw. */
  shareBase: bigint | null;
  passphrase: Passphrase | null;
  remark: string;
}

export type SendValidation = { ok: true; value: ValidSend } | { ok: false; problems: readonly SendProblem[] };

type Checked<T> = { value: T } | SendProblem;

/** Validates a draft against SPEC section 5 and returns its problems, at most one per field. */
export function validateSend(draft: SendDraft): SendValidation {
  const count = checkCount(draft.count);
  const remark = checkRemark(draft.remark);
  const passphrase = checkPassphrase(draft.passphrase);
  const total = checkTotal(draft, "value" in count ? count.value : null);
  const problems = [count, total, passphrase, remark].filter((checked) => "code" in checked);
  if ("code" in count || "code" in total || "code" in passphrase || "code" in remark) return { ok: false, problems };
  return {
    ok: true,
    value: {
      type: draft.type,
      coinType: draft.coinType,
      count: count.value,
      totalBase: total.value,
      shareBase: draft.type === "ordinary" ? total.value / BigInt(count.value) : null,
      passphrase: passphrase.value,
      remark: remark.value,
    },
  };
}

function checkCount(text: string): Checked<number> {
  if (text === "") return problem("count", "countRequired");
  if (!/^-?\d+$/.test(text)) return problem("count", "countInteger");
  const count = Number(text);
  return count >= 1 && count <= MAX_COUNT
    ? { value: count }
    : problem("count", "countRange", { min: "1", max: String(MAX_COUNT) });
}

function checkRemark(text: string): Checked<string> {
  const remark = text.trim();
  return Array.from(remark).length <= MAX_REMARK_CODE_POINTS
    ? { value: remark }
    : problem("remark", "remarkLength", { max: String(MAX_REMARK_CODE_POINTS) });
}

function checkPassphrase(typed: string | null): Checked<Passphrase | null> {
  if (typed === null) return { value: null };
  const read = readPassphrase(typed);
  return typeof read === "string" ? problem("passphrase", read) : { value: read };
}

/** Without a valid count, only the limits of one share apply to the amount. */
function checkTotal(draft: SendDraft, count: number | null): Checked<bigint> {
  const coin = COINS[draft.coinType];
  const field = draft.singleAmount === null ? "totalAmount" : "singleAmount";
  if (draft.singleAmount !== null && draft.totalAmount !== null) return problem(field, "amountEither");
  if (field === "singleAmount" && draft.type !== "ordinary") return problem(field, "singleOnlyOrdinary");
  const text = draft.singleAmount ?? draft.totalAmount ?? "";
  if (text === "") return problem(field, "amountRequired");
  if (!isAmountText(text)) return problem(field, "amountFormat", { decimals: String(coin.decimals) });

  const amount = parseAmount(text, coin.baseDecimals);
  const shares = BigInt(count ?? 1);
  const isSingle = field === "singleAmount";
  const least = isSingle ? coin.minBase : coin.minBase * shares;
  if (amount < least) return problem(field, "amountTooSmall", amountParams("min", least, coin));
  const most = isSingle ? floorToUnit(coin.maxBase / shares, coin) : coin.maxBase;
  if (amount > most) return problem(field, "amountTooLarge", amountParams("max", most, coin));
  if (isSingle) return { value: amount * shares };
  if (draft.type === "luckyDraw") {
    const hasLuck = count === null || amount > least;
    return hasLuck ? { value: amount } : problem(field, "amountNoLuck", amountParams("min", least, coin));
  }
  const nearest = findNearestDivisible(amount, shares, coin);
  return nearest === amount
    ? { value: amount }
    : problem(field, "amountIndivisible", amountParams("nearest", nearest, coin));
}

/** The total closest to `amount` that splits into equal shares of whole units and is at most the coin's maximum. */
function findNearestDivisible(amount: bigint, shares: bigint, coin: Coin): bigint {
  const step = getUnit(coin) * shares;
  const below = amount - (amount % step);
  const above = below + step;
  return amount - below <= above - amount || above > coin.maxBase ? below : above;
}

function floorToUnit(base: bigint, coin: Coin): bigint {
  return base - (base % getUnit(coin));
}

/** The smallest allowed amount, in base units. */
function getUnit(coin: Coin): bigint {
  return 10n ** BigInt(coin.baseDecimals - coin.decimals);
}

function amountParams(name: "min" | "max" | "nearest", base: bigint, coin: Coin): Record<string, string> {
  return { [name]: formatAmount(base, coin.baseDecimals), coin: coin.label };
}

function problem(field: SendField, code: SendProblemCode, params: Record<string, string> = {}): SendProblem {
  return { field, code, messageKey: `envelope:problem.${code}`, params };
}
