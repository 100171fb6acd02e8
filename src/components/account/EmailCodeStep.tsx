import { useTranslation } from "react-i18next";

import { VERIFICATION_CODE_LENGTH } from "#domain/account/verificationCode.ts";
import type { EmailCodeView } from "#machines/emailCode/emailCode.view.ts";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { SecondsLeft } from "#src/components/shell/SecondsLeft.tsx";
import { OUTCOME_LOOKS } from "#src/components/shell/outcomeLooks.ts";
import { CodeField } from "#src/components/ui/CodeField.tsx";
import { Outcome } from "#src/components/ui/Outcome.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { formatClock } from "#src/format/formatTime.ts";
import { formatTimeLeft } from "#src/format/formatTimeLeft.ts";
import { maskEmail } from "#domain/account/maskEmail.ts";
import type { ChildProps } from "#src/hooks/useChild.ts";
import { useFailureText } from "#src/hooks/useFailureText.ts";

import styles from "./EmailCodeStep.module.css";
import { LockEnd } from "./LockEnd.tsx";
import { SafetyIntro } from "./SafetyIntro.tsx";

/** The code by email: where it goes, the six digits, and another code when the time has come. */
export function EmailCodeStep({ view, send }: ChildProps<"emailCode">) {
  const { t } = useTranslation();
  const getFailureText = useFailureText();
  const { state } = view;
  // Who has typed the address just now can compare it; the stored one is nobody else's business.
  const email = view.goal === "updateEmail" ? view.address : maskEmail(view.address);
  if (state === "idle") {
    return <SafetyIntro icon="mail" title={t("codes:code.askTitle")} text={t("codes:code.ask", { email })} />;
  }
  if (state === "locked" || state === "shut") {
    return (
      <Outcome
        {...OUTCOME_LOOKS.timedOut}
        title={t(view.isUnlocked ? "codes:code.reopened" : `codes:code.${state}`)}
        text={view.isUnlocked ? undefined : <LockEnd endsAt={view.lockEndsAt} />}
      />
    );
  }
  if (state === "failed" && !view.hasField) {
    return <Outcome {...OUTCOME_LOOKS.failed} title={t("codes:code.notSent")} text={getFailureText(view)} />;
  }
  return (
    <>
      <SafetyIntro
        icon="mail"
        title={t(state === "sending" ? "codes:code.sending" : "codes:code.title")}
        text={t("codes:code.sentTo", { email })}
      />
      <Section isPadded footer={t("codes:code.spam")}>
        <CodeField
          label={t("codes:code.label")}
          value={view.verificationCode}
          onChange={(typed) => {
            send({ type: "ui.type", field: "verificationCode", value: typed });
          }}
          length={VERIFICATION_CODE_LENGTH}
          hint={<CodeHint view={view} />}
          error={getFailureText(view)}
          disabled={!view.hasField || view.isBusy || state === "failed"}
          isFocused
        />
        <Resend view={view} send={send} />
      </Section>
    </>
  );
}

function CodeHint({ view }: { view: EmailCodeView }) {
  const { t, i18n } = useTranslation();
  if (view.state === "verifying") return t("codes:code.verifying");
  if (view.noteKey !== null) {
    return t(view.noteKey, { time: view.resendAt === null ? "…" : formatClock(view.resendAt, i18n.language) });
  }
  return view.expiresAt === null
    ? null
    : t("codes:code.validUntil", { time: formatClock(view.expiresAt, i18n.language) });
}

/** The button for another code; until it can be pressed, the time that is left. */
function Resend({ view, send }: ChildProps<"emailCode">) {
  const { t } = useTranslation();
  if (view.state === "expired") return null;
  return (
    <div className={styles.tools}>
      {view.resendAt === null ? (
        <ActionButton actions={view.actions} type="ui.send" send={send} variant="plain" isInline />
      ) : (
        <p role="timer" className={styles.wait}>
          <SecondsLeft
            until={view.resendAt}
            write={(seconds) => t("codes:code.resendIn", { time: formatTimeLeft(seconds) })}
          />
        </p>
      )}
      {view.goal === "updateEmail" && (
        <div className={styles.end}>
          <ActionButton actions={view.actions} type="ui.back" send={send} variant="plain" isInline />
        </div>
      )}
    </div>
  );
}
