import type { AnyMachineSnapshot } from "xstate";

import type { SecurityCodePromptEvent } from "#machines/securityCodePrompt/securityCodePrompt.machine.ts";
import {
  viewSecurityCodePrompt,
  type SecurityCodePromptView,
} from "#machines/securityCodePrompt/securityCodePrompt.view.ts";
import { selectSecurityCodePrompt } from "#machines/securityCodePrompt/selectSecurityCodePrompt.ts";

import { useOptionalSnapshot } from "./useOptionalSnapshot.ts";

export interface SecurityCodePromptProps {
  view: SecurityCodePromptView;
  send: (event: SecurityCodePromptEvent) => void;
}

/** The prompt that a chart has open; null while none is. */
export function useSecurityCodePrompt(parent: AnyMachineSnapshot | null): SecurityCodePromptProps | null {
  const actor = parent === null ? null : selectSecurityCodePrompt(parent);
  const snapshot = useOptionalSnapshot(actor);
  if (actor === null || snapshot === null) return null;
  return { view: viewSecurityCodePrompt(snapshot), send: actor.send };
}
