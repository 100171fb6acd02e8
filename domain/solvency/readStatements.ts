import { toAddressKey } from "../address/addressKey.ts";
import { COIN_TYPES, COINS } from "../coins.ts";
import { parseDecimal } from "../money/amount.ts";
import type { CoinStatement, Statement } from "./statement.ts";

/** The text is no list of statements; `message` says where. */
export class UnreadableStatements extends Error {
  constructor(message: string) {
    super(message);
    this.name = "UnreadableStatements";
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** In hex. */
const BYTES_32 = /^[0-9a-f]{64}$/;
const OWED = ["people", "envelopes", "orders", "payouts", "unmatched", "fees", "total"];

/**
 * The statements of an answer of `GET /v1/system/solvency`, or of its `data` or `items` alone.
 * @throws UnreadableStatements
 */
export function readStatements(answer: unknown): Statement[] {
  const data = isRecord(answer) && isRecord(answer["data"]) ? answer["data"] : answer;
  const items: unknown = isRecord(data) ? data["items"] : data;
  if (!Array.isArray(items)) throw new UnreadableStatements("this is no list of statements");
  for (const [index, item] of items.entries()) checkStatement(item, `statement ${index + 1} of the list`);
  return items as Statement[];
}

function checkStatement(item: unknown, name: string): void {
  const statement = readRecord(item, name);
  const coins = statement["coins"];
  check(isWholeNumber(statement["number"]) && statement["number"] !== 0, name, "number");
  check(isText(statement["day"], /^\d{4}-\d{2}-\d{2}$/) && !Number.isNaN(Date.parse(statement["day"])), name, "day");
  check(typeof statement["madeAt"] === "string", name, "madeAt");
  check(statement["previousHash"] === null || isText(statement["previousHash"], BYTES_32), name, "previousHash");
  const verifierHash = statement["verifierHash"] ?? null;
  check(verifierHash === null || isText(verifierHash, BYTES_32), name, "verifierHash");
  check(isText(statement["publicKey"], BYTES_32), name, "publicKey");
  check(isText(statement["hash"], BYTES_32), name, "hash");
  check(isText(statement["signature"], /^[0-9a-f]{128}$/), name, "signature");
  if (!Array.isArray(coins)) throw new UnreadableStatements(`${name} has no list of coins`);
  for (const [index, coin] of coins.entries()) checkCoin(coin, `coin ${index + 1} of ${name}`);
  const coinTypes = coins.map((coin: CoinStatement) => coin.coinType);
  check(new Set(coinTypes).size === coinTypes.length, name, "coins: one is there twice");
}

function checkCoin(item: unknown, name: string): void {
  const coin = readRecord(item, name);
  const coinType = COIN_TYPES.find((known) => known === coin["coinType"]);
  if (coinType === undefined) throw new UnreadableStatements(`${name} has no known coinType`);
  const isAmount = (value: unknown) => isAmountOf(value, COINS[coinType].baseDecimals);
  const owed = readRecord(coin["owed"], `owed of ${name}`);
  check(coin["network"] === null || typeof coin["network"] === "string", name, "network");
  check(typeof coin["treasuryAddress"] === "string", name, "treasuryAddress");
  const old = coin["oldTreasuryAddresses"];
  const addresses: unknown[] = Array.isArray(old) ? [coin["treasuryAddress"], ...(old as unknown[])] : [];
  check(
    addresses.length > 0 && addresses.every((address) => typeof address === "string"),
    name,
    "oldTreasuryAddresses",
  );
  // An address that is named twice would count twice.
  const keys = new Set(addresses.map((address) => toAddressKey(COINS[coinType].walletType, String(address))));
  check(keys.size === addresses.length, name, "oldTreasuryAddresses");
  check(isAmount(coin["coldBalance"]), name, "coldBalance");
  const isRead = coin["treasuryBalance"] !== null;
  check(!isRead || isAmount(coin["treasuryBalance"]), name, "treasuryBalance");
  check(isRead ? isWholeNumber(coin["position"]) : coin["position"] === null, name, "position");
  check(isRead ? isText(coin["blockTime"], /./) : coin["blockTime"] === null, name, "blockTime");
  check(OWED.join() === Object.keys(owed).sort(byPlace).join(), name, "owed");
  check(Object.values(owed).every(isAmount), name, "owed");
  const tree = coin["tree"] ?? null;
  check(tree === null || (isRecord(tree) && isText(tree["hash"], BYTES_32) && isAmount(tree["sum"])), name, "tree");
}

function byPlace(left: string, right: string): number {
  return OWED.indexOf(left) - OWED.indexOf(right);
}

function check(isRight: boolean, name: string, field: string): void {
  if (!isRight) throw new UnreadableStatements(`${name} has no usable ${field}`);
}

function readRecord(value: unknown, name: string): Fields {
  if (!isRecord(value)) throw new UnreadableStatements(`${name} is no object`);
  return value;
}

function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isText(value: unknown, pattern: RegExp): value is string {
  return typeof value === "string" && pattern.test(value);
}

function isWholeNumber(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isAmountOf(value: unknown, decimals: number): boolean {
  if (typeof value !== "string") return false;
  try {
    parseDecimal(value, decimals);
    return true;
  } catch {
    return false;
  }
}
