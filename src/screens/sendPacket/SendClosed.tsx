import { useTranslation } from "react-i18next";

import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { Empty } from "#src/components/ui/Empty.tsx";
import type { FlowProps } from "#src/adapters/actors/flow.ts";

/** No coin takes new sends. */
export function SendClosed({ view, send }: FlowProps<"envelopeSend", EnvelopeSendView>) {
  const { t } = useTranslation();
  return (
    <Empty
      title={t("envelope:send.state.closed")}
      text={t("envelope:send.closedText")}
      action={<ActionButton actions={view.actions} type="ui.reload" send={send} variant="secondary" />}
    />
  );
}
