import { useTranslation } from "react-i18next";

import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import { ActionButton } from "#src/components/ActionButton.tsx";
import { ButtonLink } from "#src/components/ButtonLink.tsx";
import { LoadFailure } from "#src/components/LoadFailure.tsx";
import { MainAction } from "#src/components/MainAction.tsx";
import { Outcome } from "#src/components/Outcome.tsx";
import type { FlowProps } from "#src/flows/flow.ts";
import { useIsOnline } from "#src/hooks/useIsOnline.ts";

import { SendScreen } from "./SendScreen.tsx";

/** Why it did not work, and the way on. What was typed is kept. */
export function SendFailure({ view, send }: FlowProps<"envelopeSend", EnvelopeSendView>) {
  const { t } = useTranslation();
  const isOnline = useIsOnline();
  const { actions } = view;
  const hasForm = actions.some(({ event }) => event.type === "ui.edit");
  if (!hasForm) {
    return (
      <SendScreen>
        <LoadFailure
          failureKey={view.failureKey}
          onRetry={() => {
            send({ type: "ui.retry" });
          }}
        />
      </SendScreen>
    );
  }
  return (
    <SendScreen
      footer={
        <>
          {view.needsWallet ? (
            <>
              <ButtonLink to="/addWallet" icon="wallet">
                {t("envelope:send.bindWallet")}
              </ButtonLink>
              <ActionButton actions={actions} type="ui.retry" send={send} variant="secondary" />
            </>
          ) : (
            <MainAction actions={actions} type="ui.retry" send={send} />
          )}
          <ActionButton
            actions={actions}
            type="ui.edit"
            send={send}
            variant={view.needsWallet ? "plain" : "secondary"}
          />
        </>
      }
    >
      <Outcome
        icon={view.needsWallet ? "wallet" : isOnline ? "warning" : "offline"}
        tone={view.needsWallet ? "warn" : "bad"}
        title={t(view.titleKey)}
        text={view.failureKey === null ? undefined : t(view.failureKey)}
      />
    </SendScreen>
  );
}
