import { useTranslation } from "react-i18next";

import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import { ActionButton } from "#src/components/ActionButton.tsx";
import { ButtonLink } from "#src/components/ButtonLink.tsx";
import { ErrorState } from "#src/components/ErrorState.tsx";
import { MainAction } from "#src/components/MainAction.tsx";
import { Screen } from "#src/components/Screen.tsx";
import { Skeleton } from "#src/components/Skeleton.tsx";
import type { FlowProps } from "#src/flows/flow.ts";
import { useGoBack } from "#src/hooks/useGoBack.ts";

import { LiveEnvelope } from "./LiveEnvelope.tsx";
import { SendForm } from "./SendForm.tsx";
import { SendOrder } from "./SendOrder.tsx";

type Props = FlowProps<"envelopeSend", EnvelopeSendView>;

/** The send page as the machine stands. */
export function SendPacketView(props: Props) {
  const { t } = useTranslation();
  const goBack = useGoBack();
  return (
    <Screen
      title={t("envelope:send.title")}
      onBack={goBack}
      backLabel={t("app:back")}
      footer={<SendFooter {...props} />}
    >
      <SendBody {...props} />
    </Screen>
  );
}

function SendBody({ view, send }: Props) {
  const { t } = useTranslation();
  switch (view.state) {
    case "idle":
    case "loadingOptions":
      return <Skeleton label={t("app:loading")} rows={5} />;
    case "editing":
    case "preparing":
    case "checkingBalance":
    case "submitting":
      return <SendForm view={view} send={send} />;
    case "awaitingPayment":
    case "renewingLink":
    case "confirmingCancel":
    case "cancelling":
      return <SendOrder view={view} send={send} />;
    case "live":
      return <LiveEnvelope view={view} />;
    case "cancelled":
      return <ErrorState title={t(view.titleKey)} text={t("envelope:send.cancelledText")} />;
    case "failed":
      return (
        <>
          <ErrorState title={t(view.titleKey)} text={view.failureKey === null ? undefined : t(view.failureKey)} />
          {view.needsWallet && (
            <ButtonLink to="/addWallet" variant="secondary">
              {t("envelope:send.bindWallet")}
            </ButtonLink>
          )}
        </>
      );
  }
}

/** The form stands, and its button shows that work is under way. */
const SENDING_STATES: ReadonlySet<EnvelopeSendView["state"]> = new Set(["preparing", "checkingBalance", "submitting"]);

function SendFooter({ view: { state, actions, isBusy }, send }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <MainAction
        actions={actions}
        type="ui.submit"
        send={send}
        labelKey="envelope:send.submit"
        isBusy={SENDING_STATES.has(state)}
      />
      {isBusy && state !== "loadingOptions" && <output>{t(`envelope:send.state.${state}`)}</output>}
      <MainAction actions={actions} type="ui.openPayment" send={send} />
      <MainAction actions={actions} type="ui.renewLink" send={send} />
      <ActionButton actions={actions} type="ui.cancelOrder" send={send} variant="plain" />
      <MainAction actions={actions} type="ui.retry" send={send} />
      <ActionButton actions={actions} type="ui.edit" send={send} variant="secondary" />
      <ActionButton actions={actions} type="ui.another" send={send} variant="secondary" />
    </>
  );
}
