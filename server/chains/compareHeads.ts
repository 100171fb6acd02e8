import { agree } from "./agree.ts";
import type { ChainTransfer, PositionConfirmation, TransferConfirmation } from "./chain.ts";

/** One endpoint's reading of a transfer at settlement, on a chain that lists an account's transactions. */
export interface HeadReading<Header> {
  header: Header;
  /** Null if there is none in this block. */
  transfer: ChainTransfer | null;
}

/** Agreed if all headers are described alike. */
export function compareHeaders<Header extends { time: Date }>(
  headers: readonly Header[],
  describeHeader: (header: Header) => string,
): PositionConfirmation {
  return agree(headers, describeHeader, ({ time }) => ({ kind: "agreed", ref: null, time }));
}

/** Agreed if all readings are equal. */
export function compareReadings<Header>(
  readings: readonly HeadReading<Header>[],
  describeHeader: (header: Header) => string,
): TransferConfirmation {
  const describe = ({ header, transfer }: HeadReading<Header>): string => {
    if (transfer === null) return `no transfer in block ${describeHeader(header)}`;
    const { amountBase, from, reference } = transfer;
    return `${amountBase} from ${from} with ${JSON.stringify(reference)} in block ${describeHeader(header)}`;
  };
  return agree(readings, describe, ({ transfer }) => ({ kind: "agreed", ref: null, transfer }));
}
