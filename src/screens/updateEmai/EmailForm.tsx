import { useRef } from "react";
import { useTranslation } from "react-i18next";

import { MAX_EMAIL_LENGTH } from "#domain/account/email.ts";
import type { EmailView } from "#machines/email/email.view.ts";
import { SafetyIntro } from "#src/components/account/SafetyIntro.tsx";
import { Field } from "#src/components/ui/Field.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import type { FlowProps } from "#src/adapters/actors/flow.ts";
import { useFocusWrongField } from "#src/hooks/useFocusWrongField.ts";
import { maskEmail } from "#domain/account/maskEmail.ts";

/** The address, and what it is for. */
export function EmailForm({ view, send }: FlowProps<"email", EmailView>) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  useFocusWrongField(form, view.rejectedSubmits);
  return (
    <>
      <SafetyIntro
        icon="mail"
        title={t(view.isChange ? "codes:email.titleChange" : "codes:email.titleSet")}
        text={t("codes:email.about")}
      />
      <Section isPadded footer={view.isChange ? t("codes:email.changeBlocks") : undefined}>
        <form
          ref={form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            send({ type: "ui.submit" });
          }}
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
            onChange={(value) => {
              send({ type: "ui.type", field: "email", value });
            }}
            placeholder="name@example.com"
            hint={
              view.currentEmail === null
                ? t("codes:email.hint")
                : t("codes:email.current", { email: maskEmail(view.currentEmail) })
            }
            error={view.problemKey === null ? undefined : t(view.problemKey)}
          />
        </form>
      </Section>
    </>
  );
}
