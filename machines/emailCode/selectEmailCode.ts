import type { ActorRefFrom, AnyMachineSnapshot } from "xstate";
import type { emailCodeMachine } from "./emailCode.machine.ts";

/** The email code that a chart has under way: a child with controls of its own. Null while none is. */
export function selectEmailCode({ children }: AnyMachineSnapshot): ActorRefFrom<typeof emailCodeMachine> | null {
  return (children["emailCode"] as ActorRefFrom<typeof emailCodeMachine> | undefined) ?? null;
}
