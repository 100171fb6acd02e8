import { beginCell, type Message } from "@ton/core";

/**
 * The hash of an external message without what wallets and nodes may add to it (TEP-467), in hex: it is known when the
 * message is signed, and stays the same whichever block takes it. Throws for an internal message.
 */
export function hashExternalMessage({ info, body }: Message): string {
  if (info.type !== "external-in") throw new Error("not an external message");
  return (
    beginCell()
      .storeUint(0b10, 2)
      // No sender.
      .storeUint(0, 2)
      .storeAddress(info.dest)
      // No fee for the import.
      .storeCoins(0)
      // No code and data.
      .storeBit(false)
      .storeBit(true)
      .storeRef(body)
      .endCell()
      .hash()
      .toString("hex")
  );
}
