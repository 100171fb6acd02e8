import type { ActorRefFrom, AnyMachineSnapshot } from "xstate";
import type { walletConnectionMachine } from "./walletConnection.machine.ts";

/** The wallet that a chart is connecting: a child with controls of its own. Null while none is. */
export function selectWalletConnection({
  children,
}: AnyMachineSnapshot): ActorRefFrom<typeof walletConnectionMachine> | null {
  return (children["walletConnection"] as ActorRefFrom<typeof walletConnectionMachine> | undefined) ?? null;
}
