import { toAddressKey } from "#domain/address/addressKey.ts";
import { ADDRESS_RULES } from "#domain/address/addressRules.ts";
import { COIN_TYPES, COINS, type CoinType, WALLET_TYPES } from "#domain/coins.ts";
import { parseDecimal } from "#domain/money/amount.ts";
import { parseTxId } from "#server/chains/readChains.ts";
import { FREEZE_SCOPES } from "#server/limits/freezes.ts";
import { QUEUE_NAMES } from "#server/outbox/queues.ts";
import type { OutgoingPayer } from "./bookOutgoing.ts";
import { ActionRefused } from "./decision.ts";
import { STRAY_OUTCOMES } from "./strays.ts";

interface Look {
  inputMode?: "numeric" | "decimal";
  size?: number;
  maxLength?: number;
  placeholder?: string;
}

/** Something that an operator types: how it is read, and how the command line and the page ask for it. */
export interface Arg<T> {
  /** Of the command line's option and of the form's field. */
  name: string;
  /** What may be typed, as the command line tells it. */
  hint: string;
  /** As the page names it. */
  label: string;
  /** `coinType` is the coin of the command. Throws ActionRefused. */
  read(text: string, coinType: CoinType): T;
  look?: Look;
  default?: string;
  /** Null is read where nothing was typed and nothing is the default. */
  isOptional?: true;
}

function toArg<T>(name: string, hint: string, label: string, read: Arg<T>["read"], look: Look = {}): Arg<T> {
  return { name, hint, label, read, look };
}

export function toOptional<T>(arg: Arg<T>): Arg<T | null> {
  return { ...arg, isOptional: true };
}

function refuse(text: string): never {
  throw new ActionRefused(text);
}

function readText(text: string): string {
  return text;
}

function readOneOf<T extends string>(name: string, known: readonly T[], text: string): T {
  return known.find((one) => one === text) ?? refuse(`--${name} must be one of ${known.join(", ")}.`);
}

function readPerson(text: string): bigint {
  return /^[1-9][0-9]{0,15}$/.test(text) ? BigInt(text) : refuse("--user must be a Telegram user id.");
}

/** A whole-coin amount in base units. */
export function readAmount(name: string, text: string, coinType: CoinType): bigint {
  const { baseDecimals } = COINS[coinType];
  const [, decimals = ""] = /^(?:0|[1-9][0-9]{0,29})(?:\.([0-9]+))?$/.exec(text) ?? [null, null];
  if (decimals === null || decimals.length > baseDecimals) refuse(`--${name} must be an amount like 0.5.`);
  return parseDecimal(text, baseDecimals);
}

function readSurplus(text: string, coinType: CoinType): bigint {
  return readAmount("surplus", text, coinType);
}

function readPayer(text: string): OutgoingPayer {
  if (text === "unmatched" || text === "fees" || text === "cold") return text;
  if (text.startsWith("user:")) return { tgUserId: readPerson(text.slice("user:".length)) };
  return refuse("--against must be unmatched, fees, cold or user:<Telegram id>.");
}

export function readCoin(text: string): CoinType {
  return readOneOf("coin", COIN_TYPES, text);
}

function readReference(text: string): string {
  if (/^[A-Za-z0-9_.-]{1,64}$/.test(text)) return text;
  return refuse("--reference must name the case: 1 to 64 letters, digits, dots, hyphens, underscores.");
}

function readTransaction(text: string, coinType: CoinType): string {
  return parseTxId(coinType, text) ?? refuse("--tx must be the id of a transaction of that coin.");
}

function readIndex(text: string): number {
  return /^[0-9]{1,6}$/.test(text) ? Number(text) : refuse("--index must be a whole number.");
}

/** The scope as it is stored, so that one thing has one name. */
function readScope(text: string): string {
  const [kind = "", ...rest] = text.split(":");
  const name = rest.join(":");
  if (text === FREEZE_SCOPES.all) return text;
  if (kind === "coin") return FREEZE_SCOPES.coin(readCoin(name));
  if (kind === "person") return FREEZE_SCOPES.person(readPerson(name));
  if (kind === "envelope" && /^[A-Za-z0-9_-]{1,64}$/.test(name)) return FREEZE_SCOPES.envelope(name);
  if (kind === "wallet") {
    const [type, ...address] = rest;
    const walletType = WALLET_TYPES.find((known) => known === type);
    const written = walletType === undefined ? null : ADDRESS_RULES[walletType].normalize(address.join(":"));
    if (walletType !== undefined && written !== null) {
      return FREEZE_SCOPES.wallet(walletType, toAddressKey(walletType, written));
    }
  }
  return refuse("--scope must be all, coin:<coin>, person:<Telegram id>, wallet:<type>:<address> or envelope:<id>.");
}

const AMOUNT: Look = { inputMode: "decimal", size: 10 };
const PAYERS = "unmatched | fees | cold | user:<Telegram id>";
const SCOPES = "all | coin:<coin> | person:<Telegram id> | wallet:<type>:<address> | envelope:<id>";

/** `all | coin:<coin>` as a field shows it: `all, coin:…`. */
function abridge(hint: string): string {
  return hint.replaceAll(" |", ",").replaceAll(/<[^>]*>/g, "…");
}

export const PERSON = toArg("user", "<Telegram id>", "To person", readPerson, { inputMode: "numeric", size: 10 });
export const COIN = { ...toArg("coin", "<coin>", "Coin", readCoin), default: "eth" };
export const TRANSACTION = toArg("tx", "<hash>", "Transaction", readTransaction);
/** Of a transfer in its transaction. */
export const INDEX: Arg<number> = { ...toArg("index", "<n>", "Index", readIndex), default: "0", isOptional: true };
export const STRAY_OUTCOME = toArg("as", STRAY_OUTCOMES.join(" | "), "As", (text) =>
  readOneOf("as", STRAY_OUTCOMES, text),
);
export const SURPLUS = toArg("surplus", "<amount>", "Amount", readSurplus, AMOUNT);
/** Its amount is read once the coin of the payout is known. */
export const FEE = toArg("amount", "<amount>", "At most", readText, AMOUNT);
export const REFERENCE = toArg("reference", "<case>", "Case", readReference, { size: 10, maxLength: 64 });
export const PAYOUT = toArg("payout", "<id>", "Payout", readText);
export const ACCOUNT = toArg("account", "<@name or number>", "Account", readText, { placeholder: "@name or number" });
export const PAYER = toArg("against", PAYERS, "Against", readPayer, { placeholder: abridge(PAYERS) });
export const SCOPE = toArg("scope", SCOPES, "Scope", readScope, { placeholder: abridge(SCOPES), size: 32 });
export const QUEUE = toArg("queue", "<name>", "Queue", (text) => readOneOf("queue", QUEUE_NAMES, text));
/** Null: all of the queue. */
export const LETTER = toArg("letter", "<id or all>", "Letter", (text) => (text === "all" ? null : text));
