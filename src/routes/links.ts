import type { CoinType, WalletType } from "#domain/coins.ts";

/** Paths of the app with their queries. `redirect` is path and query of the page to come back to. */

/** The form for a new envelope, for one group where that is known. */
export function buildSendPath(chatId: string | null): string {
  return chatId === null || chatId === "" ? "/sendPacket" : buildPath("/sendPacket", { chatId });
}

interface Received {
  /** Null: the envelope was for no group, or for one that the reader may not know. */
  chatId: string | null;
  coinType: CoinType;
  /** What the reader got, a whole-coin decimal string; null where that is not to be sent on. */
  amount: string | null;
}

/** The form for an envelope in return: in the same coin, for the same group, with what was won. */
export function buildReturnPath({ chatId, coinType, amount }: Received): string {
  return buildPath("/sendPacket", { ...(chatId !== null && { chatId }), coinType, ...(amount !== null && { amount }) });
}

/** The form as it was for an own envelope. */
export function buildAgainPath({ envelopeId }: { envelopeId: string }): string {
  return buildPath("/sendPacket", { again: envelopeId });
}

/** Where an order goes on to be paid, by one of its envelopes. */
export function buildOrderPath(envelopeId: string): string {
  return buildPath("/sendPacket", { envelopeId });
}

/** Where an envelope and its claims are seen. */
export function buildDetailsPath({ envelopeId }: { envelopeId: string }): string {
  return buildPath("/sendRecordDetails", { envelopeId });
}

/** Where the outcome of an order or a withdrawal is told. */
export function buildOutcomePath(of: { orderId: string } | { payoutId: string }): string {
  return buildPath("/statePage", of);
}

/** Where money of a coin is withdrawn, and where one withdrawal can be seen on and cancelled. */
export function buildWithdrawPath(coinType: CoinType, payoutId?: string): string {
  return buildPath("/withdraw", { coinType, ...(payoutId !== undefined && { payoutId }) });
}

/** Where a wallet of the type that is needed is bound, and the way back from there. */
export function buildBindingPath(redirect: string, type: WalletType): string {
  return buildPath("/addWallet", { redirect, type });
}

/** The personal center, with the balance of one coin. */
export function buildBalancePath(coinType: CoinType): string {
  return buildPath("/user", { coinType });
}

/** Where money of a coin is added to the balance. */
export function buildAddMoneyPath(coinType: CoinType): string {
  return buildPath("/addMoney", { coinType });
}

/** Where the security code is set, or recovered where it is forgotten, and the way back from there. */
export function buildCodePath(redirect: string, isForgotten = false): string {
  return buildPath("/updateCode", { ...(isForgotten && { forgotten: "1" }), redirect });
}

/** Where the email is set, and the way back from there. */
export function buildEmailPath(redirect: string): string {
  return buildPath("/updateEmai", { redirect });
}

function buildPath(path: string, query: Readonly<Record<string, string>>): string {
  return `${path}?${new URLSearchParams(query).toString()}`;
}
