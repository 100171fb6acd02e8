import { useTranslation } from "react-i18next";
import { Navigate } from "react-router-dom";

import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import type { FlowProps } from "#src/adapters/actors/flow.ts";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { GroupChoice } from "#src/components/shell/GroupChoice.tsx";
import { Empty } from "#src/components/ui/Empty.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { useSystemInfo } from "#src/hooks/useSystemInfo.ts";
import { buildDetailsPath } from "#src/routes/links.ts";

import { findSendTitle, SendScreen } from "./SendScreen.tsx";
import { UnpaidOrders } from "./UnpaidOrders.tsx";

/**
 * Why there is no form, before anything is filled in. Orders made before can still be paid; an envelope that is not to be
 * paid any more is shown instead.
 */
export function NoSendForm(props: FlowProps<"envelopeSend", EnvelopeSendView>) {
  const { state, minChats, goneEnvelopeId } = props.view;
  if (goneEnvelopeId !== null) return <Navigate to={buildDetailsPath({ envelopeId: goneEnvelopeId })} replace />;
  return (
    <SendScreen titleKey={findSendTitle(minChats)}>
      <UnpaidOrders {...props} />
      {state === "closed" ? <SendClosed {...props} /> : <TooFewGroups {...props} />}
    </SendScreen>
  );
}

/** No coin takes new sends. */
function SendClosed({ view, send }: FlowProps<"envelopeSend", EnvelopeSendView>) {
  const { t } = useTranslation();
  return (
    <Empty
      title={t("envelope:send.state.closed")}
      text={t("envelope:send.closedText")}
      action={<ActionButton actions={view.actions} type="ui.reload" send={send} variant="secondary" />}
    />
  );
}

/** There are not enough groups to send to, and this is the way to link one. */
function TooFewGroups({ view, send }: FlowProps<"envelopeSend", EnvelopeSendView>) {
  const { t } = useTranslation();
  const botUsername = useSystemInfo().view.value?.botUsername ?? null;
  return (
    <>
      <Empty title={t("envelope:send.state.tooFewChats")} text={t("envelope:multi.tooFewText")} />
      <Section isPadded>
        <GroupChoice variant="secondary" botUsername={botUsername} onLinked={() => send({ type: "ui.reload" })} />
        <ActionButton
          actions={view.actions}
          type="ui.reload"
          send={send}
          labelKey="home:groups.checkAgain"
          variant="secondary"
        />
      </Section>
    </>
  );
}
