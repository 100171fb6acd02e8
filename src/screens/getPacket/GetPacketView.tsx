import { useTranslation } from "react-i18next";
import { Navigate } from "react-router-dom";

import type { EnvelopeClaimView } from "#machines/envelopeClaim/envelopeClaim.view.ts";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { Empty } from "#src/components/ui/Empty.tsx";
import { ErrorState } from "#src/components/ui/ErrorState.tsx";
import { MainAction } from "#src/components/shell/MainAction.tsx";
import { Screen } from "#src/components/shell/Screen.tsx";
import type { FlowProps } from "#src/adapters/actors/flow.ts";
import { useGoBack } from "#src/hooks/useGoBack.ts";
import { useFailureText } from "#src/hooks/useFailureText.ts";
import { buildDetailsPath } from "#src/routes/links.ts";

import { ClaimStage } from "./ClaimStage.tsx";
import { ClaimStageSkeleton } from "./ClaimStageSkeleton.tsx";
import { SendBack } from "./SendBack.tsx";

/** The claim page in the machine's present state. */
export function GetPacketView({ view, send }: FlowProps<"envelopeClaim", EnvelopeClaimView>) {
  const { t } = useTranslation();
  const getFailureText = useFailureText();
  const goBack = useGoBack();
  const { actions, part } = view;

  if (part === "own" && view.envelope !== null) return <Navigate to={buildDetailsPath(view.envelope)} replace />;
  if (part === "missing") {
    return (
      <Screen
        title={t("envelope:claim.title")}
        onBack={goBack}
        backLabel={t("app:back")}
        footer={<MainAction actions={actions} type="ui.again" send={send} />}
      >
        <Empty title={t(view.titleKey)} text={getFailureText(view)} />
      </Screen>
    );
  }
  if (part === "loadFailed") {
    return (
      <Screen
        title={t("envelope:claim.title")}
        onBack={goBack}
        backLabel={t("app:back")}
        footer={
          <>
            <MainAction actions={actions} type="ui.retry" send={send} />
            <ActionButton actions={actions} type="ui.back" send={send} variant="secondary" />
          </>
        }
      >
        <ErrorState title={t(view.titleKey)} text={getFailureText(view)} />
      </Screen>
    );
  }
  return (
    <Screen
      title={t("envelope:claim.title")}
      isTitleHidden
      ground="stage"
      onBack={goBack}
      backLabel={t("app:back")}
      footer={
        <>
          <MainAction actions={actions} type="ui.enter" send={send} variant="gold" isBusy={view.state === "claiming"} />
          <MainAction
            actions={actions}
            type="ui.submit"
            send={send}
            variant="gold"
            isBusy={view.state === "claiming"}
          />
          <MainAction actions={actions} type="ui.retry" send={send} variant="gold" />
          <ActionButton actions={actions} type="ui.back" send={send} variant="secondary" />
          <MainAction actions={actions} type="ui.again" send={send} variant="gold" />
          {part === "landed" && view.envelope !== null && (
            <SendBack envelope={view.envelope} won={view.amount?.value ?? null} />
          )}
        </>
      }
    >
      {part === "loading" ? <ClaimStageSkeleton label={t("app:loading")} /> : <ClaimStage view={view} send={send} />}
    </Screen>
  );
}
