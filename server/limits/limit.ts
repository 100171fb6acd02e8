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
  /** For all people together: many accounts must not make a sender of unasked mail of us. */
  mailsOfAll: { name: "mail.all", most: 1_000, windowS: 3600, lock: null },
  /** All calls of a person, in steps of `CALLS_PER_STEP`. */
  callStepsOfUser: { name: "calls.user", most: 24, windowS: 60, lock: null },
} as const satisfies Record<string, Limit>;

/** A process counts this many calls of a person in memory before it writes one step, so most calls write nothing. */
export const CALLS_PER_STEP = 50;
