import { useRef } from "react";
import { useTranslation } from "react-i18next";

import { SECURITY_CODE_LENGTH } from "#domain/account/securityCode.ts";
import type { SecurityCodeView } from "#machines/securityCode/securityCode.view.ts";
import { SafetyIntro } from "#src/components/account/SafetyIntro.tsx";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { Checklist } from "#src/components/ui/Checklist.tsx";
import { SecretField } from "#src/components/ui/SecretField.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import type { FlowProps } from "#src/adapters/actors/flow.ts";
import { useFocusWrongField } from "#src/hooks/useFocusWrongField.ts";
import { maskEmail } from "#domain/account/maskEmail.ts";

import styles from "./SecurityCodeForm.module.css";

/** The new code, typed twice, and which of its conditions it meets. */
export function SecurityCodeForm({ view, send }: FlowProps<"securityCode", SecurityCodeView>) {
  const { t } = useTranslation();
  const { mode, problems, state } = view;
  const form = useRef<HTMLFormElement>(null);
  const isTyped = state !== "choosing";
  const email = maskEmail(view.email ?? "");
  const { actions } = view;
  useFocusWrongField(form, view.rejectedSubmits);
  const fields = {
    showLabel: t("codes:show"),
    hideLabel: t("codes:hide"),
    autoComplete: "new-password",
    maxLength: SECURITY_CODE_LENGTH,
    disabled: isTyped,
  } as const;
  return (
    <>
      <SafetyIntro
        icon="lock"
        title={t(`codes:securityCode.heading.${mode}`)}
        text={t(`codes:securityCode.about.${mode}`, { email })}
      />
      <Section isPadded footer={mode === "recover" ? t("codes:securityCode.recoveryBlocks") : undefined}>
        <form
          ref={form}
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            send({ type: "ui.submit" });
          }}
        >
          <SecretField
            {...fields}
            label={t("codes:securityCode.label")}
            value={view.newSecurityCode}
            onChange={(value) => {
              send({ type: "ui.type", field: "newSecurityCode", value });
            }}
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
            onChange={(value) => {
              send({ type: "ui.type", field: "repeatedSecurityCode", value });
            }}
            error={problems.repeatedSecurityCode === null ? undefined : t(problems.repeatedSecurityCode)}
            enterKeyHint="done"
          />
          {/* Lets Enter send a form of two fields. */}
          <button type="submit" hidden>
            {t("codes:securityCode.title")}
          </button>
        </form>
      </Section>
      <ActionButton actions={actions} type="ui.forgot" send={send} variant="plain" />
      <ActionButton actions={actions} type="ui.remember" send={send} variant="plain" />
    </>
  );
}
