import { useTranslation } from "react-i18next";

import { toLanguage } from "#domain/language/toLanguage.ts";
import { MAX_REMARK_CODE_POINTS } from "#domain/envelope/validateSend.ts";
import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import { makePassphraseUp } from "#src/adapters/makePassphraseUp.ts";
import { Field } from "#src/components/ui/Field.tsx";
import { PassphraseField } from "#src/components/envelope/PassphraseField.tsx";
import { useLateText } from "#src/hooks/useLateText.ts";
import { Section } from "#src/components/ui/Section.tsx";
import type { FlowProps } from "#src/adapters/actors/flow.ts";

import { RuleChoice } from "./RuleChoice.tsx";
import { useSendField } from "./useSendField.ts";

/** The words that go with the envelope: those on it, and those that open it. */
export function WordFields({ view, send }: FlowProps<"envelopeSend", EnvelopeSendView>) {
  const { t, i18n } = useTranslation();
  const tie = useSendField({ view, send });
  const { passphrase, claimRule, remark } = view.draft;
  const fillLate = useLateText(passphrase, (value) => {
    send({ type: "ui.type", field: "passphrase", value });
  });
  return (
    <Section isPadded>
      <RuleChoice view={view} send={send} />
      {claimRule === "passphrase" && (
        <PassphraseField
          {...tie("passphrase")}
          label={t("envelope:send.passphrase")}
          value={passphrase}
          hint={t("envelope:send.passphraseHint")}
          generateLabel={t("envelope:send.generatePassphrase")}
          onGenerate={() => void fillLate(makePassphraseUp(toLanguage(i18n.language)))}
          enterKeyHint="next"
        />
      )}
      <Field
        {...tie("remark")}
        label={t("envelope:send.remark")}
        value={remark}
        placeholder={t(`copyTexts:${view.look.messageId}`)}
        counter={{ value: Array.from(remark.trim()).length, max: MAX_REMARK_CODE_POINTS }}
        enterKeyHint="done"
      />
    </Section>
  );
}
