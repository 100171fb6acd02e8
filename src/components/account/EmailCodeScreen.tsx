import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { AnyActorRef } from "xstate";

import { viewEmailCode } from "#machines/emailCode/emailCode.view.ts";
import { viewSecurityCodePrompt } from "#machines/securityCodePrompt/securityCodePrompt.view.ts";
import { Screen } from "#src/components/shell/Screen.tsx";
import { useChild } from "#src/hooks/useChild.ts";

import { EmailCodeActions } from "./EmailCodeActions.tsx";
import { EmailCodeStep } from "./EmailCodeStep.tsx";
import { SecurityCodePrompt } from "./SecurityCodePrompt.tsx";

interface EmailCodeScreenProps {
  /** The flow that may send a code, and ask for the security code; its email code may want that one, too. */
  parent: AnyActorRef | null;
  title: string;
  onBack: () => void;
  actions: ReactNode;
  /** What the page shows while no code is being entered. */
  children: ReactNode;
}

/** A page on which a mailed code may have to be entered; back leaves that step first. */
export function EmailCodeScreen({ parent, title, onBack, actions, children }: EmailCodeScreenProps) {
  const { t } = useTranslation();
  const emailCode = useChild(parent, "emailCode", viewEmailCode);
  const ownPrompt = useChild(parent, "securityCodePrompt", viewSecurityCodePrompt);
  const codePrompt = useChild(emailCode?.actor ?? null, "securityCodePrompt", viewSecurityCodePrompt);
  const leaveCode = emailCode?.view.actions.find(({ event }) => event.type === "ui.back");
  return (
    <Screen
      title={title}
      onBack={() => {
        if (leaveCode === undefined) onBack();
        else emailCode?.send(leaveCode.event);
      }}
      backLabel={t("app:back")}
      footer={
        <>
          {actions}
          {emailCode !== null && <EmailCodeActions {...emailCode} />}
        </>
      }
    >
      {emailCode === null ? children : <EmailCodeStep {...emailCode} />}
      <SecurityCodePrompt prompt={ownPrompt ?? codePrompt} />
    </Screen>
  );
}
