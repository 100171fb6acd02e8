/** Private messages of the bot; each has a text of this name under `notification` in locales/<language>/bot.json. */
export const NOTIFICATION_KINDS = [
  "walletBound",
  "walletTakenOver",
  "paymentToBalance",
  "excessToBalance",
  "partToBalance",
  "cancelledToBalance",
  "orderExpired",
  "notPosted",
] as const;

export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];
