import type { Schema } from "#server/db/schema.ts";
import type { LinkedPage } from "./startParams.ts";

/** What a letter about money tells of it. Letters of one change can be told together, by their number and sum. */
export type MoneyChange = Schema["notification_sum"]["change"];

interface Notification {
  /** What the link of the message opens. Its id is the message's parameter of that name. */
  page: LinkedPage;
  /** About a change of the account that another person may have made: never dropped, and the first is sent before all others. */
  isWarning?: true;
  /** About money: never dropped for others. Its parameters `amount` and `coinType` say how much. */
  money?: MoneyChange;
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
  paymentToBalance: { page: "user", money: "received" },
  excessToBalance: { page: "order", money: "received" },
  partToBalance: { page: "order", money: "received" },
  cancelledToBalance: { page: "order", money: "received" },
  assignedToBalance: { page: "user", money: "received" },
  strayMoney: { page: "user" },
  refunded: { page: "envelope", money: "received" },
  payoutPaid: { page: "payout", money: "paidOut" },
  payoutReturned: { page: "payout", money: "returned" },
  payoutRefused: { page: "payout", money: "returned" },
  payoutHeld: { page: "payout", money: "held" },
  payoutOfferedBack: { page: "payout", money: "offeredBack" },
  /** Tells letters about money together. */
  moneySums: { page: "movements" },
  orderExpired: { page: "order" },
  notPosted: { page: "envelope" },
  topicsClosed: { page: "envelope" },
  groupClosed: { page: "user" },
  inGeneral: { page: "envelope" },
  inOtherTopic: { page: "envelope" },
  live: { page: "envelope" },
  allLive: { page: "order" },
  hourLeft: { page: "envelope" },
  firstClaim: { page: "envelope" },
  lastClaim: { page: "envelope" },
  onlyClaim: { page: "envelope" },
  thanks: { page: "envelope" },
  /** How a draw for all ended whose public randomness was late. */
  drawWon: { page: "envelope" },
  drawLost: { page: "envelope" },
  drawUndrawn: { page: "envelope" },
} as const satisfies Readonly<Record<string, Notification>>;

export type NotificationKind = keyof typeof NOTIFICATIONS;

export function findNotification(kind: NotificationKind): Notification {
  return NOTIFICATIONS[kind];
}
