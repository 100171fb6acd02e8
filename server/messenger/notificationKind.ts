import type { LinkedPage } from "./startParams.ts";

interface Notification {
  /** What the link of the message opens. Its id is the message's parameter of that name. */
  page: LinkedPage;
  /** About a change of the account that another person may have made: never dropped, and sent before all others. */
  isWarning?: true;
}

/** Private messages of the bot; each has a text of this name under `notification` in locales/<language>/bot.json. */
export const NOTIFICATIONS = {
  walletBound: { page: "wallet", isWarning: true },
  walletProven: { page: "wallet", isWarning: true },
  walletTakenOver: { page: "wallet", isWarning: true },
  walletUnpayable: { page: "wallet", isWarning: true },
  emailAdded: { page: "email", isWarning: true },
  emailChanged: { page: "email", isWarning: true },
  securityCodeSet: { page: "code", isWarning: true },
  securityCodeChanged: { page: "code", isWarning: true },
  securityCodeRecovered: { page: "code", isWarning: true },
  paymentToBalance: { page: "user" },
  excessToBalance: { page: "order" },
  partToBalance: { page: "order" },
  cancelledToBalance: { page: "order" },
  assignedToBalance: { page: "user" },
  orderExpired: { page: "order" },
  notPosted: { page: "envelope" },
  topicsClosed: { page: "envelope" },
  inGeneral: { page: "envelope" },
  inOtherTopic: { page: "envelope" },
  live: { page: "envelope" },
  allLive: { page: "order" },
  hourLeft: { page: "envelope" },
  refunded: { page: "envelope" },
  firstClaim: { page: "envelope" },
  lastClaim: { page: "envelope" },
  onlyClaim: { page: "envelope" },
  thanks: { page: "envelope" },
  payoutPaid: { page: "payout" },
  payoutHeld: { page: "payout" },
  payoutOfferedBack: { page: "payout" },
  payoutReturned: { page: "payout" },
  payoutRefused: { page: "payout" },
} as const satisfies Readonly<Record<string, Notification>>;

export type NotificationKind = keyof typeof NOTIFICATIONS;

export function findNotification(kind: NotificationKind): Notification {
  return NOTIFICATIONS[kind];
}
