import type { components } from "#contract/schema.d.ts";
import type { Failure } from "../kit/failure.ts";
import type { OrderFollowEvent } from "../kit/follow/orderFollow.ts";
import type { Connected, WalletKinds } from "../walletConnection/walletConnection.setup.ts";

type Order = components["schemas"]["Order"];
type PaymentRequest = components["schemas"]["PaymentRequest"];

export interface PaymentInput {
  /** Whether orders can be read here, with a payment code or a session; both stay in the adapter. */
  hasAccess: boolean;
  /** The order that is to be paid at once; null: the orders behind the code are shown. */
  onlyOrderId: string | null;
  /** The kinds of wallets that this build can connect. */
  walletKinds: WalletKinds;
  /** The payments that a wallet on this device was asked for before this page was loaded. */
  walletAttempts: WalletAttempts;
}

/**
 * The payments that a wallet was asked for here, by order: the hash that the wallet gave, or null while it has not
 * answered and may send one.
 */
export type WalletAttempts = Readonly<Record<string, string | null>>;

/** What the page shows first. */
export interface PaymentPage {
  orders: readonly Order[];
  /** From the system info, for the domain check. */
  isDomHttp: boolean;
  officialDomains: readonly string[];
  /** The app inside the messenger, to go back to; null until the page was read. */
  appUrl: string | null;
}

/** Which orders are read again. */
export interface OrdersRequest {
  orderIds: readonly string[];
  /** Null where new orders show as well. */
  onlyOrderId: string | null;
}

/** What became of the orders, and of the wallets that were asked to pay them: one may answer after its page was left. */
export interface OrdersReading {
  orders: readonly Order[];
  walletAttempts: WalletAttempts;
}

/** `request` is null where the order cannot be paid any more. */
export interface PaymentTerms {
  order: Order;
  request: PaymentRequest | null;
}

/** What is known of the one order that was to be paid. */
export interface PaymentOutput {
  order: Order | null;
}

export interface PaymentContext extends PaymentInput, PaymentPage {
  orderId: string | null;
  /** The terms that the person has seen. */
  request: PaymentRequest | null;
  /** Whether the terms changed after the person agreed to the former ones. */
  isChanged: boolean;
  connection: Connected | null;
  failure: Failure | null;
}

export type PaymentEvent =
  | { type: "ui.open" }
  | { type: "ui.chooseOrder"; orderId: string }
  | { type: "ui.connect" }
  | { type: "ui.follow" }
  | { type: "ui.confirm" }
  | { type: "ui.pay" }
  | { type: "ui.back" }
  | { type: "ui.retry" }
  | { type: "app.online" }
  | { type: "ui.continue" }
  | OrderFollowEvent;

/** Keep it: a reload must not forget that a payment may be on its way. */
export interface PaymentEmitted {
  type: "walletAttempts.changed";
  walletAttempts: WalletAttempts;
}
