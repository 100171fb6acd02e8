/** Private messages of the bot; each has a text of this name under `notification` in locales/<language>/bot.json. */
export const NOTIFICATION_KINDS = [
  "walletBound",
  "walletProven",
  "walletTakenOver",
  "walletUnpayable",
  "emailAdded",
  "emailChanged",
  "securityCodeSet",
  "securityCodeChanged",
  "securityCodeRecovered",
  "paymentToBalance",
  "excessToBalance",
  "partToBalance",
  "cancelledToBalance",
  "assignedToBalance",
  "orderExpired",
  "notPosted",
  "firstClaim",
  "lastClaim",
  "onlyClaim",
  "payoutPaid",
  "payoutHeld",
  "payoutOfferedBack",
  "payoutReturned",
  "payoutRefused",
] as const;

export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** Messages about account changes that another person may have made: never dropped, and sent before all others. */
export const WARNINGS: ReadonlySet<NotificationKind> = new Set([
  "walletBound",
  "walletProven",
  "walletTakenOver",
  "walletUnpayable",
  "emailAdded",
  "emailChanged",
  "securityCodeSet",
  "securityCodeChanged",
  "securityCodeRecovered",
]);
