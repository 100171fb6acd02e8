import { selectFlow } from "#machines/app/selectFlow.ts";
import type { EmailCodeEvent } from "#machines/emailCode/emailCode.setup.ts";
import { viewEmailCode, type EmailCodeView } from "#machines/emailCode/emailCode.view.ts";
import { selectEmailCode } from "#machines/emailCode/selectEmailCode.ts";

import { useApp } from "./useApp.ts";
import { useOptionalSnapshot } from "./useOptionalSnapshot.ts";
import { useSecurityCodePrompt, type SecurityCodePromptProps } from "./useSecurityCodePrompt.ts";

export interface EmailCodeProps {
  view: EmailCodeView;
  send: (event: EmailCodeEvent) => void;
}

/** What a flow asks for besides: a code by email, and the security code, which the flow or its email code may want. */
export function useEmailCode(flowName: "email" | "securityCode"): {
  emailCode: EmailCodeProps | null;
  prompt: SecurityCodePromptProps | null;
} {
  const { root } = useApp();
  const flow = selectFlow(root.getSnapshot(), flowName)?.getSnapshot() ?? null;
  const actor = flow === null ? null : selectEmailCode(flow);
  const snapshot = useOptionalSnapshot(actor);
  const ownPrompt = useSecurityCodePrompt(flow);
  const codePrompt = useSecurityCodePrompt(snapshot);
  return {
    emailCode: actor === null || snapshot === null ? null : { view: viewEmailCode(snapshot), send: actor.send },
    prompt: ownPrompt ?? codePrompt,
  };
}
