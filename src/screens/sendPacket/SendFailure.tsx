import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import { LoadFailure } from "#src/components/shell/LoadFailure.tsx";
import type { FlowProps } from "#src/flows/flow.ts";

import { findSendTitle } from "./findSendTitle.ts";
import { SendScreen } from "./SendScreen.tsx";

/** What the form needs could not be read. */
export function SendFailure({ view, send }: FlowProps<"envelopeSend", EnvelopeSendView>) {
  return (
    <SendScreen titleKey={findSendTitle(view.minChats)}>
      <LoadFailure
        failure={view}
        onRetry={() => {
          send({ type: "ui.retry" });
        }}
      />
    </SendScreen>
  );
}
