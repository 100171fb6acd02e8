import type { components } from "#contract/schema.d.ts";

type Schemas = components["schemas"];

/** What each state of a life cycle is called. */
const LABEL_KEYS = {
  envelope: {
    draft: "envelope:status.draft",
    awaitingPayment: "envelope:status.awaitingPayment",
    open: "life:state.open",
    finished: "life:state.finished",
    expired: "envelope:status.expired",
    refunded: "envelope:status.refunded",
    cancelled: "envelope:status.cancelled",
  } satisfies Record<Schemas["EnvelopeStatus"], string>,
  order: {
    awaitingPayment: "envelope:order.status.awaitingPayment",
    partiallyPaid: "envelope:order.status.partiallyPaid",
    confirming: "envelope:order.status.confirming",
    paid: "envelope:order.status.paid",
    cancelled: "envelope:order.status.cancelled",
    expired: "envelope:order.status.expired",
  } satisfies Record<Schemas["OrderStatus"], string>,
  payout: {
    queued: "withdraw:status.queued",
    held: "withdraw:status.held",
    sending: "withdraw:status.sending",
    confirming: "withdraw:status.confirming",
    paid: "withdraw:status.paid",
    cancelled: "withdraw:status.cancelled",
    returned: "withdraw:status.returned",
  } satisfies Record<Schemas["PayoutStatus"], string>,
};

export type LifeChart = keyof typeof LABEL_KEYS;

export interface LifeStepView {
  labelKey: string;
  mark: "passed" | "present" | "next";
  /** Of `next` at the latest; null where it is not known. */
  at: string | null;
}

export interface LifeView {
  steps: readonly LifeStepView[];
  /** Of an envelope that has been paid: where its money is. */
  sums: Schemas["LifeSums"] | null;
}

/**
 * What became of an envelope, order or payout, step by step, and what comes next.
 * @param isEndedEarly the owner ended the envelope before its time
 */
export function viewLife(chart: LifeChart, { history, next, sums }: Schemas["Life"], isEndedEarly = false): LifeView {
  const labelKeys: Readonly<Record<string, string>> = {
    ...LABEL_KEYS[chart],
    ...(isEndedEarly && { expired: "life:state.ended" }),
  };
  // A state that this version has no name for is left out.
  const name = ({ state, at }: Schemas["LifeStep"], mark: LifeStepView["mark"]): LifeStepView[] => {
    const labelKey = labelKeys[state];
    return labelKey === undefined ? [] : [{ labelKey, mark, at }];
  };
  const passed = history.slice(0, -1).flatMap((step) => name(step, "passed"));
  const present = history.slice(-1).flatMap((step) => name(step, "present"));
  return {
    steps: [...passed, ...present, ...(next === null ? [] : name(next, "next"))],
    sums: sums === undefined || sums.funded === "0" ? null : sums,
  };
}
