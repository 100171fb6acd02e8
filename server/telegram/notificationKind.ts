/** Private messages of the bot; each has a text of this name under `notification` in locales/<language>/bot.json. */
export const NOTIFICATION_KINDS = [
  "walletBound",
  "walletTakenOver",
  "paymentToBalance",
  "excessToBalance",
  "partToBalance",
  "cancelledToBalance",
  "assignedToBalance",
  "orderExpired",
  "notPosted",
] as const;

export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** What tells of a change that somebody else may have made to the account: it always arrives, before all other kinds. */
export const WARNINGS: ReadonlySet<NotificationKind> = new Set(["walletBound", "walletTakenOver"]);
