import type { OperationId } from "#contract/operations.ts";
import { readAddress } from "./readAddress.ts";

/** How often an action is allowed. */
export interface Limit {
  /** Name in the table of attempts. */
  name: string;
  /** Attempts within the window. The last one locks the scope. */
  most: number;
  windowS: number;
  /**
   * How long a scope is locked, twice as long each further time until `longestS`. Null: until the oldest attempt has
   * left the window.
   */
  lock: { firstS: number; longestS: number } | null;
}

/** Wrong passphrases lock longer each time, since a right one is worth money. */
const GUESSING = { firstS: 60, longestS: 900 };

export const LIMITS = {
  wrongPassphrasesOfUser: { name: "passphrase.user", most: 10, windowS: 60, lock: GUESSING },
  wrongPassphrasesOfIp: { name: "passphrase.ip", most: 300, windowS: 60, lock: GUESSING },
  loginsOfUser: { name: "login.user", most: 20, windowS: 60, lock: null },
  loginsOfIp: { name: "login.ip", most: 600, windowS: 60, lock: null },
  wrongPaymentCodesOfIp: { name: "paymentCode.ip", most: 60, windowS: 60, lock: null },
  /** A right code deletes the wrong ones before it. */
  wrongSecurityCodesOfUser: {
    name: "securityCode.user",
    most: 5,
    windowS: 3600,
    lock: { firstS: 900, longestS: 900 },
  },
  mailsOfUser: { name: "mail.user", most: 5, windowS: 3600, lock: null },
  /** For all people together, so that many accounts cannot flood one mailbox. */
  mailsToAddress: { name: "mail.address", most: 10, windowS: 3600, lock: null },
  /** To new addresses, for all people together: many accounts must not make a sender of unasked mail of us. */
  mailsOfAll: { name: "mail.all", most: 1_000, windowS: 3600, lock: null },
  /** The first mail to a stored address of a person within an hour is for no other's sake ever refused. */
  firstStoredMailOfUser: { name: "mail.stored.user", most: 1, windowS: 3600, lock: null },
  /** What follows that first one, for all people together. */
  moreStoredMailsOfAll: { name: "mail.stored.all", most: 1_000, windowS: 3600, lock: null },
  /** Each leaves a row for a month and a warning. */
  bindingsOfUser: { name: "binding.user", most: 20, windowS: 86_400, lock: null },
  /** All calls of a person, in steps of `CALLS_PER_STEP`. */
  callStepsOfUser: { name: "calls.user", most: 24, windowS: 60, lock: null },
} as const satisfies Record<string, Limit>;

/** A process counts this many calls of a person in memory before it writes one step, so most calls write nothing. */
export const CALLS_PER_STEP = 50;

/** A limit for one person or one network. */
export interface Scope {
  limit: Limit;
  name: string;
}

export function ofUser(limit: Limit, tgUserId: bigint): Scope {
  return { limit, name: `${limit.name}:${tgUserId}` };
}

/** A scope of anything but a person or a network. `id` is opaque. */
export function ofId(limit: Limit, id: string): Scope {
  return { limit, name: `${limit.name}:${id}` };
}

export function ofIp(limit: Limit, ip: string): Scope {
  return { limit, name: `${limit.name}:${toNetwork(ip)}` };
}

/** An IPv4 address, or the first half of an IPv6 one: one customer owns the whole second half. Anything else as it is. */
function toNetwork(ip: string): string {
  const address = readAddress(ip) ?? ip;
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.split("::");
  const groups = head === "" ? [] : head.split(":");
  const tailGroups = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : 8 - groups.length - tailGroups.length;
  const all = [...groups, ...Array.from({ length: zeros }, () => "0"), ...tailGroups];
  return `${all.slice(0, 4).join(":")}::/64`;
}

const MINUTE_S = 60;
const HOUR_S = 3600;
const DAY_S = 86_400;

/**
 * Limits of calls per person within so many seconds: calls that write permanent rows, hash a security code, or call a
 * chain, the messenger or the mail server.
 */
const MOST: Partial<Record<OperationId, readonly [most: number, windowS: number]>> = {
  sendRedEnvelope: [60, HOUR_S],
  walletChallenge: [20, MINUTE_S],
  bindWallet: [30, MINUTE_S],
  unbindWallet: [30, MINUTE_S],
  sendVerificationCode: [20, MINUTE_S],
  updateEmail: [30, HOUR_S],
  changeSecurityCode: [30, HOUR_S],
  recoverSecurityCode: [30, HOUR_S],
  walletBalance: [60, MINUTE_S],
  paymentRequest: [60, MINUTE_S],
  submitPayment: [60, MINUTE_S],
  cancelOrder: [60, MINUTE_S],
  paymentCode: [60, MINUTE_S],
  handoffCode: [20, MINUTE_S],
  payoutQuote: [60, MINUTE_S],
  depositInfo: [60, MINUTE_S],
  depositRequest: [60, MINUTE_S],
  movements: [120, MINUTE_S],
  payout: [30, HOUR_S],
  cancelPayout: [60, MINUTE_S],
  autoPayout: [30, HOUR_S],
  payFromBalance: [60, HOUR_S],
  chatList: [60, MINUTE_S],
  chatRights: [60, MINUTE_S],
  chatSize: [60, MINUTE_S],
  requestChat: [20, MINUTE_S],
  getUserRanking: [60, MINUTE_S],
  getGroupRanking: [60, MINUTE_S],
  updateUser: [30, MINUTE_S],
  deleteAccount: [10, HOUR_S],
  shareEnvelope: [30, MINUTE_S],
  closeEnvelope: [30, MINUTE_S],
  evidence: [60, MINUTE_S],
  thankSender: [60, MINUTE_S],
  updateRedEnvelopeCover: [60, MINUTE_S],
  updateRedEnvelopeMessage: [60, MINUTE_S],
  antiFraudQuery: [60, MINUTE_S],
  antiFraudReport: [5, DAY_S],
};

/** The limit of a call for one person; null for a call that only counts toward the limit of all calls. */
export function findCallLimit(operationId: OperationId): Limit | null {
  const [most, windowS] = MOST[operationId] ?? [];
  return most === undefined || windowS === undefined
    ? null
    : { name: `${operationId}.user`, most, windowS, lock: null };
}

/** Names of the limits whose attempts count for more than an hour. */
export function listLongLimits(): string[] {
  const ofCalls = Object.keys(MOST).flatMap((operationId) => findCallLimit(operationId as OperationId) ?? []);
  const all: Limit[] = [...Object.values(LIMITS), ...ofCalls];
  return all.filter(({ windowS }) => windowS > HOUR_S).map(({ name }) => name);
}
