import type { ActorRefFrom, SnapshotFrom } from "xstate";
import type { walletConnectionMachine } from "../walletConnection/walletConnection.machine.ts";
import type { paymentMachine } from "./payment.machine.ts";

/** The wallet being connected: a child of the payment with controls of its own. Null while none is. */
export function selectWalletConnection({
  children,
}: SnapshotFrom<typeof paymentMachine>): ActorRefFrom<typeof walletConnectionMachine> | null {
  return children.walletConnection ?? null;
}
