import { useEffect, type RefObject } from "react";
import { useTranslation } from "react-i18next";

import { writeWait } from "#domain/writeWait.ts";
import { canPress } from "#machines/kit/viewAction.ts";
import type { EnvelopeClaimView } from "#machines/envelopeClaim/envelopeClaim.view.ts";
import { PassphraseField } from "#src/components/envelope/PassphraseField.tsx";
import { SecondsLeft } from "#src/components/shell/SecondsLeft.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import type { FlowProps } from "#src/adapters/actors/flow.ts";
import { useFailureText } from "#src/hooks/useFailureText.ts";

import styles from "./PassphraseForm.module.css";

interface PassphraseFormProps extends FlowProps<"envelopeClaim", EnvelopeClaimView> {
  form: RefObject<HTMLFormElement | null>;
}

/** Where the passphrase is typed; Enter claims. It becomes invisible when the envelope opens, and keeps its place. */
export function PassphraseForm({ view, send, form }: PassphraseFormProps) {
  const { t } = useTranslation();
  const getFailureText = useFailureText();
  const { state, part } = view;
  // Waiting is not an error: its time is in the hint, where screen readers do not read each second.
  const failureText = state === "tooManyTries" ? undefined : getFailureText(view);
  const error = view.passphraseProblem === null ? failureText : t(view.passphraseProblem);
  const canSubmit = canPress(view.actions, "ui.submit");
  const isAsked = state === "wrongPassphrase" || (state === "entering" && view.envelope !== null);
  useEffect(() => {
    // After a tap on "open" and after a refusal the passphrase is next. A page opened for a search shows no keyboard by itself.
    if (isAsked) form.current?.querySelector("input")?.focus();
  }, [isAsked, form]);
  return (
    <form
      ref={form}
      className={styles.form}
      inert={part === "opening"}
      data-gone={part === "opening" || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        if (canSubmit) send({ type: "ui.submit" });
      }}
    >
      <Section isPadded>
        <PassphraseField
          label={t("envelope:claim.passphrase")}
          value={view.passphrase}
          onChange={(value) => send({ type: "ui.type", field: "passphrase", value })}
          hint={
            view.waitEndsAt !== null ? (
              <SecondsLeft
                until={view.waitEndsAt}
                write={(seconds) => t("errors:tooManyTries", { ...writeWait(seconds) })}
              />
            ) : (
              t("envelope:claim.passphraseHint")
            )
          }
          error={error}
          disabled={state === "tooManyTries" || state === "claiming"}
          enterKeyHint="go"
        />
      </Section>
    </form>
  );
}
