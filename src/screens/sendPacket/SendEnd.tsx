import { useTranslation } from "react-i18next";

import { MainAction } from "#src/components/shell/MainAction.tsx";
import { Outcome } from "#src/components/ui/Outcome.tsx";
import type { ChildProps } from "#src/hooks/useChild.ts";

import { findSendTitle } from "./findSendTitle.ts";
import { SendScreen } from "./SendScreen.tsx";

interface SendEndProps extends ChildProps<"envelopeOrder"> {
  /** As many groups as the form asks for. */
  minChats: number;
}

/** The order ended unpaid: what that means for the money, and back to the form. */
export function SendEnd({ view, send, minChats }: SendEndProps) {
  const { t } = useTranslation();
  return (
    <SendScreen
      titleKey={findSendTitle(minChats)}
      footer={<MainAction actions={view.actions} type="ui.edit" send={send} />}
    >
      <Outcome
        icon={view.order.status === "expired" ? "clock" : "cross"}
        tone="plain"
        title={t(view.titleKey)}
        text={t(view.cancelKey)}
      />
    </SendScreen>
  );
}
