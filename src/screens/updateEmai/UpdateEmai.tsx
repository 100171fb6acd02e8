import { useTranslation } from "react-i18next";

import { maskEmail, MAX_EMAIL_LENGTH } from "#domain/account/email.ts";
import type { EmailView } from "#machines/email/email.view.ts";
import { emailFlow } from "#src/adapters/actors/email.ts";
import type { StartedFlow } from "#src/adapters/actors/flow.ts";
import { CodesFailed, CodesForm, CodesSaved, EmailCodeScreen } from "#src/components/account/EmailCodeScreen.tsx";
import { Field } from "#src/components/ui/Field.tsx";
import { useFlow } from "#src/hooks/useFlow.ts";

type EmailFlow = StartedFlow<"email", EmailView>;

const FORM_HEIGHT_PX = 320;

const SHOWN = {
  idle: null,
  loading: null,
  proving: null,
  typing: EmailForm,
  saved: EmailSaved,
  failed: CodesFailed,
} satisfies Record<EmailView["state"], unknown>;

/** `/updateEmai`: sets and changes the email. The spelling is the contract's. */
export function UpdateEmai() {
  const { t } = useTranslation();
  const flow = useFlow(emailFlow, {
    input: undefined,
    open: { type: "ui.open" },
  });
  const Shown = SHOWN[flow?.view.state ?? "idle"];
  return (
    <EmailCodeScreen flow={flow} title={t("codes:email.title")} formHeightPx={FORM_HEIGHT_PX}>
      {flow !== null && Shown !== null ? <Shown {...flow} /> : null}
    </EmailCodeScreen>
  );
}

/** The address, and what it is for. */
function EmailForm({ view, send }: EmailFlow) {
  const { t } = useTranslation();
  return (
    <CodesForm
      icon="mail"
      title={t(view.isChange ? "codes:email.titleChange" : "codes:email.titleSet")}
      text={t("codes:email.about")}
      footer={view.isChange ? t("codes:email.changeBlocks") : undefined}
      rejectedSubmits={view.rejectedSubmits}
      send={send}
    >
      <Field
        label={t(view.isChange ? "codes:email.labelNew" : "codes:email.label")}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="send"
        maxLength={MAX_EMAIL_LENGTH}
        value={view.email}
        onChange={(value) => send({ type: "ui.type", field: "email", value })}
        placeholder="name@example.com"
        hint={
          view.currentEmail === null
            ? t("codes:email.hint")
            : t("codes:email.current", { email: maskEmail(view.currentEmail) })
        }
        error={view.problemKey === null ? undefined : t(view.problemKey)}
      />
    </CodesForm>
  );
}

function EmailSaved({ view }: EmailFlow) {
  const { t } = useTranslation();
  return (
    <CodesSaved
      title={t(view.isChange ? "codes:email.changed" : "codes:email.set")}
      text={t("codes:email.savedText", { email: maskEmail(view.currentEmail ?? "") })}
      blockedUntil={view.blockedUntil}
    />
  );
}
