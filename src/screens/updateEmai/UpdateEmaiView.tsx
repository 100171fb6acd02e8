import { useTranslation } from "react-i18next";

import type { EmailView } from "#machines/email/email.view.ts";
import { EmailCodeScreen } from "#src/components/account/EmailCodeScreen.tsx";
import { SpendingBlock } from "#src/components/account/SpendingBlock.tsx";
import { MainAction } from "#src/components/shell/MainAction.tsx";
import { OUTCOME_LOOKS } from "#src/components/shell/outcomeLooks.ts";
import { Outcome } from "#src/components/ui/Outcome.tsx";
import { Skeleton } from "#src/components/ui/Skeleton.tsx";
import type { StartedFlow } from "#src/adapters/actors/flow.ts";
import { useFailureText } from "#src/hooks/useFailureText.ts";
import { maskEmail } from "#domain/account/maskEmail.ts";

import { EmailForm } from "./EmailForm.tsx";

type EmailFlow = StartedFlow<"email", EmailView>;

/** As high as the form. */
const FORM_HEIGHT_PX = 320;

interface UpdateEmaiViewProps {
  /** Null until the flow has started. */
  flow: EmailFlow | null;
  onBack: () => void;
}

/** The email page in the machine's present state. */
export function UpdateEmaiView({ flow, onBack }: UpdateEmaiViewProps) {
  const { t } = useTranslation();
  return (
    <EmailCodeScreen
      parent={flow?.actor ?? null}
      title={t("codes:email.title")}
      onBack={onBack}
      actions={flow !== null && <EmailActions {...flow} />}
    >
      {flow === null ? (
        <Skeleton label={t("app:loading")} rows={1} rowHeightPx={FORM_HEIGHT_PX} />
      ) : (
        <EmailBody {...flow} />
      )}
    </EmailCodeScreen>
  );
}

function EmailActions({ view, send }: EmailFlow) {
  return (
    <>
      <MainAction actions={view.actions} type="ui.submit" send={send} />
      <MainAction actions={view.actions} type="ui.continue" send={send} />
      <MainAction actions={view.actions} type="ui.retry" send={send} />
    </>
  );
}

function EmailBody({ view, send }: EmailFlow) {
  const { t } = useTranslation();
  const getFailureText = useFailureText();
  switch (view.state) {
    case "idle":
    case "loading":
    case "proving":
      return <Skeleton label={t("app:loading")} rows={1} rowHeightPx={FORM_HEIGHT_PX} />;
    case "typing":
      return <EmailForm view={view} send={send} />;
    case "saved":
      return (
        <Outcome
          icon="check"
          tone="gold"
          title={t(view.isChange ? "codes:email.changed" : "codes:email.set")}
          text={t("codes:email.savedText", { email: maskEmail(view.currentEmail ?? "") })}
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
