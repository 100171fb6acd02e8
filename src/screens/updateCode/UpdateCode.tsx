import { useTranslation } from "react-i18next";
import { useLocation, useSearchParams } from "react-router-dom";

import { maskEmail } from "#domain/account/email.ts";
import { SECURITY_CODE_LENGTH } from "#domain/account/securityCode.ts";
import type { SecurityCodeView } from "#machines/securityCode/securityCode.view.ts";
import type { StartedFlow } from "#src/adapters/actors/flow.ts";
import { securityCodeFlow } from "#src/adapters/actors/securityCode.ts";
import { CodesFailed, CodesForm, CodesSaved, EmailCodeScreen } from "#src/components/account/EmailCodeScreen.tsx";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { MainLink } from "#src/components/shell/MainAction.tsx";
import { Checklist } from "#src/components/ui/Checklist.tsx";
import { Outcome } from "#src/components/ui/Outcome.tsx";
import { SecretField } from "#src/components/ui/SecretField.tsx";
import { useFlow } from "#src/hooks/useFlow.ts";
import { buildEmailPath } from "#src/routes/links.ts";

type SecurityCodeFlow = StartedFlow<"securityCode", SecurityCodeView>;

const FORM_HEIGHT_PX = 420;

const SHOWN = {
  idle: null,
  loading: null,
  sorting: null,
  proving: null,
  emailMissing: EmailMissing,
  choosing: SecurityCodeForm,
  saving: SecurityCodeForm,
  askingCode: SecurityCodeForm,
  saved: SecurityCodeSaved,
  failed: CodesFailed,
} satisfies Record<SecurityCodeView["state"], unknown>;

/** `/updateCode`: sets, changes and recovers the security code; `?forgotten=1` starts with the recovery. */
export function UpdateCode() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const flow = useFlow(securityCodeFlow, {
    input: { isForgotten: query.has("forgotten") },
    open: { type: "ui.open" },
  });
  const Shown = SHOWN[flow?.view.state ?? "idle"];
  return (
    <EmailCodeScreen
      flow={flow}
      title={t("codes:securityCode.title")}
      formHeightPx={FORM_HEIGHT_PX}
      moreActions={flow?.view.state === "emailMissing" && <EmailLink />}
    >
      {flow !== null && Shown !== null ? <Shown {...flow} /> : null}
    </EmailCodeScreen>
  );
}

/** Leads to the email first; its way back ends here again. */
function EmailLink() {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  return <MainLink to={buildEmailPath(`${pathname}${search}`)}>{t("codes:securityCode.addEmail")}</MainLink>;
}

/** The new code, typed twice, and which of its conditions it meets. */
function SecurityCodeForm({ view, send }: SecurityCodeFlow) {
  const { t } = useTranslation();
  const { mode, problems, state } = view;
  const isTyped = state !== "choosing";
  const email = maskEmail(view.email ?? "");
  const { actions } = view;
  const fields = {
    showLabel: t("codes:show"),
    hideLabel: t("codes:hide"),
    autoComplete: "new-password",
    maxLength: SECURITY_CODE_LENGTH,
    disabled: isTyped,
  } as const;
  return (
    <>
      <CodesForm
        icon="lock"
        title={t(`codes:securityCode.heading.${mode}`)}
        text={t(`codes:securityCode.about.${mode}`, { email })}
        footer={mode === "recover" ? t("codes:securityCode.recoveryBlocks") : undefined}
        rejectedSubmits={view.rejectedSubmits}
        send={send}
      >
        <SecretField
          {...fields}
          label={t("codes:securityCode.label")}
          value={view.newSecurityCode}
          onChange={(value) => send({ type: "ui.type", field: "newSecurityCode", value })}
          error={problems.newSecurityCode === null ? undefined : t(problems.newSecurityCode)}
          enterKeyHint="next"
        />
        <Checklist
          label={t("codes:securityCode.rule")}
          items={view.parts.map(({ part, isMet }) => ({
            name: part,
            text: t(`codes:securityCode.part.${part}`),
            isMet,
          }))}
          metLabel={t("codes:securityCode.met")}
          unmetLabel={t("codes:securityCode.unmet")}
        />
        <SecretField
          {...fields}
          label={t("codes:securityCode.repeat")}
          value={view.repeatedSecurityCode}
          onChange={(value) => send({ type: "ui.type", field: "repeatedSecurityCode", value })}
          error={problems.repeatedSecurityCode === null ? undefined : t(problems.repeatedSecurityCode)}
          enterKeyHint="done"
        />
        {/* Lets Enter send a form of two fields. */}
        <button type="submit" hidden>
          {t("codes:securityCode.title")}
        </button>
      </CodesForm>
      <ActionButton actions={actions} type="ui.forgot" send={send} variant="plain" />
      <ActionButton actions={actions} type="ui.remember" send={send} variant="plain" />
    </>
  );
}

function EmailMissing() {
  const { t } = useTranslation();
  return (
    <Outcome
      icon="mail"
      tone="plain"
      title={t("codes:securityCode.emailMissing")}
      text={t("codes:securityCode.emailMissingText")}
    />
  );
}

function SecurityCodeSaved({ view }: SecurityCodeFlow) {
  const { t } = useTranslation();
  return (
    <CodesSaved
      title={t(`codes:securityCode.saved.${view.mode}`)}
      text={t("codes:securityCode.savedText")}
      blockedUntil={view.blockedUntil}
    />
  );
}
