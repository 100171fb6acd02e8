/** What the books have rows of. Amounts are base units. */

export interface Arrival {
  txId: string;
  /** Of the transfer in its transaction. */
  index: number;
  from: string;
  amountBase: bigint;
  reference: string | null;
  /** Of its block. */
  position: bigint;
  timeMs: number;
}

export type OrderStatus = "payable" | "paid" | "cancelled" | "expired";
export type EnvelopeStatus = "awaitingPayment" | "open" | "finished" | "refunded" | "cancelled";

export interface ModelOrder {
  id: string;
  person: bigint;
  /** The wallet it is to be paid from. */
  wallet: string;
  reference: string | null;
  dueBase: bigint;
  paidBase: bigint;
  status: OrderStatus;
  madeAtMs: number;
  /** The newest block that the product knew then: what came up to it cannot pay the order. Null where no host answered. */
  madePosition: bigint | null;
  expiresAtMs: number;
  envelopeId: string;
  /** Transactions that were reported as its payment. */
  reported: Set<string>;
}

export interface ModelEnvelope {
  id: string;
  sender: bigint;
  /** Null where members of its group open it by a tap. */
  passphrase: string | null;
  isLuckyDraw: boolean;
  totalBase: bigint;
  count: number;
  status: EnvelopeStatus;
  openedAtMs: number;
  claims: Map<bigint, bigint>;
  /** Of a draw for all, the first first; null where each claim takes its share at once. */
  draws: ModelDraw[] | null;
  /** Nobody enters any more; what is left goes back once no draw waits. */
  isEnding: boolean;
}

/** Those who enter within one window. */
export interface ModelDraw {
  people: bigint[];
  closesAtMs: number;
  /** The money waits for the beacon, is given, or went back since the beacon was silent. */
  end: "waiting" | "drawn" | "undrawn";
}

export interface ModelPayout {
  id: string;
  person: bigint;
  grossBase: bigint;
  /** What arrives at `to`. */
  netBase: bigint;
  to: string;
  isAutomatic: boolean;
  isOver: "no" | "paid" | "givenBack";
  /** When its transaction was signed; null while nothing is. */
  leftAtMs: number | null;
  isHeld: boolean;
  /** An operator let it pass the limits. */
  isReleased: boolean;
}

/** What the bot tells a person of money: how much, and how many times. */
export type Change = "received" | "paidOut" | "returned" | "held";

/** What an operator can freeze: all payouts, or one person's. */
export type Frozen = "all" | bigint;

/** When the product decides about a payout. */
export interface Circumstances {
  atMs: number;
  /** Whether nothing of late may have stopped payouts: neither a host's lie nor missing money. */
  isCertain: boolean;
  /** What the network asks for a transfer. */
  priceBase: bigint;
  /** Its receiver takes nothing. */
  isRefused: boolean;
  /** Whether money lies at the address of a former key, which pays nothing. */
  isElsewhere: boolean;
}

export interface Rules {
  minBase: bigint;
  /** The least amount that a call can name. */
  stepBase: bigint;
  orderTtlMs: number;
  orderGraceMs: number;
  envelopeTtlMs: number;
  drawWindowMs: number;
  personPerDayBase: bigint;
  allPerHourBase: bigint;
}
