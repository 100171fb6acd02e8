import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Screen } from "#src/components/shell/Screen.tsx";
import { useEmailCode } from "#src/hooks/useEmailCode.ts";

import { EmailCodeActions } from "./EmailCodeActions.tsx";
import { EmailCodeStep } from "./EmailCodeStep.tsx";
import { SecurityCodePrompt } from "./SecurityCodePrompt.tsx";

interface EmailCodeScreenProps {
  /** The flow that may send a code, and ask for the security code. */
  flow: Parameters<typeof useEmailCode>[0];
  title: string;
  onBack: () => void;
  actions: ReactNode;
  /** What the page shows while no code is being entered. */
  children: ReactNode;
}

/** A page on which a mailed code may have to be entered; back leaves that step first. */
export function EmailCodeScreen({ flow, title, onBack, actions, children }: EmailCodeScreenProps) {
  const { t } = useTranslation();
  const { emailCode, prompt } = useEmailCode(flow);
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
      <SecurityCodePrompt prompt={prompt} />
    </Screen>
  );
}
