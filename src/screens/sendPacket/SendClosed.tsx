import { useTranslation } from "react-i18next";

import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { Empty } from "#src/components/ui/Empty.tsx";
import type { FlowProps } from "#src/flows/flow.ts";

import { findSendTitle } from "./findSendTitle.ts";
import { SendScreen } from "./SendScreen.tsx";
import { UnpaidOrders } from "./UnpaidOrders.tsx";

/** No coin takes new sends: shown before anything is filled in. Orders made before can still be paid. */
export function SendClosed(props: FlowProps<"envelopeSend", EnvelopeSendView>) {
  const { t } = useTranslation();
  const { view, send } = props;
  return (
    <SendScreen titleKey={findSendTitle(view.minChats)}>
      <UnpaidOrders {...props} />
      <Empty
        title={t("envelope:send.state.closed")}
        text={t("envelope:send.closedText")}
        action={<ActionButton actions={view.actions} type="ui.reload" send={send} variant="secondary" />}
      />
    </SendScreen>
  );
}
