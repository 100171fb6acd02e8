import type { ActorRefFrom, AnyMachineSnapshot } from "xstate";
import type { securityCodePromptMachine } from "./securityCodePrompt.machine.ts";

/** The prompt that a chart has open: a child with controls of its own. Null while none is. */
export function selectSecurityCodePrompt({
  children,
}: AnyMachineSnapshot): ActorRefFrom<typeof securityCodePromptMachine> | null {
  return (children["securityCodePrompt"] as ActorRefFrom<typeof securityCodePromptMachine> | undefined) ?? null;
}
