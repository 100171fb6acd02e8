import { COIN_TYPES, COINS, type CoinType } from "#domain/coins.ts";
import { parseDecimal } from "#domain/money/parseDecimal.ts";
import { parseTxId } from "#server/chains/readChains.ts";
import { ActionRefused } from "./decision.ts";

/** Quotes a person's text for a terminal; escapes control and invisible characters. */
export function quoteText(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu,
    (sign) => {
      const code = sign.codePointAt(0) ?? 0;
      return `\\u{${code.toString(16)}}`;
    },
  );
}

export function readPerson(text: string): bigint {
  if (!/^[1-9][0-9]{0,15}$/.test(text)) throw new ActionRefused("--user must be a Telegram user id.");
  return BigInt(text);
}

export function readCoin(text: string): CoinType {
  const coinType = COIN_TYPES.find((known) => known === text);
  if (coinType === undefined) throw new ActionRefused(`--coin must be one of ${COIN_TYPES.join(", ")}.`);
  return coinType;
}

/** The id in the form in which transactions are stored. */
export function readTxId(coinType: CoinType, text: string): string {
  const txHash = parseTxId(coinType, text);
  if (txHash === null) throw new ActionRefused("--tx must be the id of a transaction of that coin.");
  return txHash;
}

/** A whole-coin amount in base units. */
export function readAmount(coinType: CoinType, option: string, text: string): bigint {
  const { baseDecimals } = COINS[coinType];
  const [, decimals = ""] = /^(?:0|[1-9][0-9]{0,29})(?:\.([0-9]+))?$/.exec(text) ?? [null, null];
  if (decimals === null || decimals.length > baseDecimals) {
    throw new ActionRefused(`--${option} must be an amount like 0.5.`);
  }
  return parseDecimal(text, baseDecimals);
}

/** Of a transfer in its transaction. */
export function readIndex(text: string): number {
  if (!/^[0-9]{1,6}$/.test(text)) throw new ActionRefused("--index must be a whole number.");
  return Number(text);
}
