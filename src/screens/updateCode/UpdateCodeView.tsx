import { useTranslation } from "react-i18next";
import { useLocation } from "react-router-dom";

import type { SecurityCodeView } from "#machines/securityCode/securityCode.view.ts";
import { EmailCodeScreen } from "#src/components/account/EmailCodeScreen.tsx";
import { SpendingBlock } from "#src/components/account/SpendingBlock.tsx";
import { MainAction } from "#src/components/shell/MainAction.tsx";
import { MainLink } from "#src/components/shell/MainLink.tsx";
import { OUTCOME_LOOKS } from "#src/components/shell/outcomeLooks.ts";
import { Outcome } from "#src/components/ui/Outcome.tsx";
import { Skeleton } from "#src/components/ui/Skeleton.tsx";
import type { StartedFlow } from "#src/adapters/actors/flow.ts";
import { useFailureText } from "#src/hooks/useFailureText.ts";
import { buildEmailPath } from "#src/routes/links.ts";

import { SecurityCodeForm } from "./SecurityCodeForm.tsx";

type SecurityCodeFlow = StartedFlow<"securityCode", SecurityCodeView>;

/** As high as the form. */
const FORM_HEIGHT_PX = 420;

interface UpdateCodeViewProps {
  /** Null until the flow has started. */
  flow: SecurityCodeFlow | null;
  onBack: () => void;
}

/** The page of the security code in the machine's present state. */
export function UpdateCodeView({ flow, onBack }: UpdateCodeViewProps) {
  const { t } = useTranslation();
  return (
    <EmailCodeScreen
      parent={flow?.actor ?? null}
      title={t("codes:securityCode.title")}
      onBack={onBack}
      actions={flow !== null && <SecurityCodeActions {...flow} />}
    >
      {flow === null ? (
        <Skeleton label={t("app:loading")} rows={1} rowHeightPx={FORM_HEIGHT_PX} />
      ) : (
        <SecurityCodeBody {...flow} />
      )}
    </EmailCodeScreen>
  );
}

function SecurityCodeActions({ view, send }: SecurityCodeFlow) {
  const { actions, state } = view;
  return (
    <>
      <MainAction actions={actions} type="ui.submit" send={send} isBusy={state === "saving"} />
      <MainAction actions={actions} type="ui.continue" send={send} />
      <MainAction actions={actions} type="ui.retry" send={send} />
      {state === "emailMissing" && <EmailLink />}
    </>
  );
}

/** Leads to the email first; its way back ends here again. */
function EmailLink() {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  return <MainLink to={buildEmailPath(`${pathname}${search}`)}>{t("codes:securityCode.addEmail")}</MainLink>;
}

function SecurityCodeBody({ view, send }: SecurityCodeFlow) {
  const { t } = useTranslation();
  const getFailureText = useFailureText();
  switch (view.state) {
    case "idle":
    case "loading":
    case "sorting":
    case "proving":
      return <Skeleton label={t("app:loading")} rows={1} rowHeightPx={FORM_HEIGHT_PX} />;
    case "emailMissing":
      return (
        <Outcome
          icon="mail"
          tone="plain"
          title={t("codes:securityCode.emailMissing")}
          text={t("codes:securityCode.emailMissingText")}
        />
      );
    case "choosing":
    case "saving":
    case "askingCode":
      return <SecurityCodeForm view={view} send={send} />;
    case "saved":
      return (
        <Outcome
          icon="check"
          tone="gold"
          title={t(`codes:securityCode.saved.${view.mode}`)}
          text={t("codes:securityCode.savedText")}
        >
          <SpendingBlock until={view.blockedUntil} />
        </Outcome>
      );
    case "failed":
      return (
        <Outcome
          {...OUTCOME_LOOKS.failed}
          title={t(view.hasUnsavedInput ? "codes:failed" : "app:list.failed")}
          text={getFailureText(view)}
        />
      );
  }
}
