import { type ReactNode, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { AnyActorRef } from "xstate";

import { maskEmail } from "#domain/account/email.ts";
import { VERIFICATION_CODE_LENGTH } from "#domain/account/verificationCode.ts";
import { type EmailCodeView, viewEmailCode } from "#machines/emailCode/emailCode.view.ts";
import type { FailureText } from "#machines/kit/failureText.ts";
import type { ViewAction } from "#machines/kit/viewAction.ts";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { MainAction } from "#src/components/shell/MainAction.tsx";
import { Screen } from "#src/components/shell/Screen.tsx";
import { LockEnd, SecondsLeft } from "#src/components/shell/SecondsLeft.tsx";
import { CodeField } from "#src/components/ui/CodeField.tsx";
import type { IconName } from "#src/components/ui/Icon.tsx";
import { Outcome, OUTCOME_LOOKS } from "#src/components/ui/Outcome.tsx";
import { Seal } from "#src/components/ui/Seal.tsx";
import { Skeleton } from "#src/components/shell/Skeleton.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { formatClock, formatTimeLeft } from "#src/format/formatTime.ts";
import { type ChildProps, useChild } from "#src/hooks/useChild.ts";
import { useConfirmClose } from "#src/hooks/useConfirmClose.ts";
import { useFailureText } from "#src/hooks/useFailureText.ts";
import { useFocusWrongField } from "#src/hooks/useFocusWrongField.ts";
import { useHubReturn } from "#src/hooks/useHubReturn.ts";

import styles from "./EmailCodeScreen.module.css";
import { SpendingBlock } from "./SafetyNote.tsx";
import { SecurityCodePrompt } from "./SecurityCodePrompt.tsx";

/** What the two flows on this page have in common. */
interface CodesFlow {
  view: FailureText & {
    state: string;
    hasUnsavedInput: boolean;
    actions: readonly ViewAction<{ type: string }>[];
  };
  send(event: { type: string }): void;
  /** May send a code, and ask for the security code; its email code may want that one, too. */
  actor: AnyActorRef;
}

interface EmailCodeScreenProps {
  /** Null until it has started. */
  flow: CodesFlow | null;
  title: string;
  /** What the page shows while no code is being entered; null while the form is to come. */
  children: ReactNode;
  /** Of the form. */
  formHeightPx: number;
  /** Beside those that both flows have. */
  moreActions?: ReactNode;
}

/** The page of email or security code, on which a mailed code may have to be entered; back leaves that step first. */
export function EmailCodeScreen(props: EmailCodeScreenProps) {
  const { flow, title, children, formHeightPx, moreActions } = props;
  const goBack = useHubReturn();
  useConfirmClose(flow?.view.hasUnsavedInput === true);
  const emailCode = useChild(flow?.actor ?? null, "emailCode", viewEmailCode);
  const leaveCode = emailCode?.view.actions.find(({ event }) => event.type === "ui.back");
  return (
    <Screen
      title={title}
      onBack={() => {
        if (leaveCode === undefined) goBack();
        else emailCode?.send(leaveCode.event);
      }}
      footer={
        <>
          {flow !== null && <CodesActions {...flow} />}
          {moreActions}
          {emailCode !== null && <EmailCodeActions {...emailCode} />}
        </>
      }
    >
      {emailCode !== null ? (
        <EmailCodeStep {...emailCode} />
      ) : (
        (children ?? <Skeleton rows={1} rowHeightPx={formHeightPx} />)
      )}
      <SecurityCodePrompt actor={flow?.actor ?? null} />
      <SecurityCodePrompt actor={emailCode?.actor ?? null} />
    </Screen>
  );
}

function CodesActions({ view: { actions, state }, send }: Pick<CodesFlow, "view" | "send">) {
  return (
    <>
      <MainAction actions={actions} type="ui.submit" send={send} isBusy={state === "saving"} />
      <MainAction actions={actions} type="ui.continue" send={send} />
      <MainAction actions={actions} type="ui.retry" send={send} />
    </>
  );
}

interface CodesFormProps extends SafetyIntroProps, Pick<CodesFlow, "send"> {
  rejectedSubmits: number;
  footer: string | undefined;
  children: ReactNode;
}

/** What is typed anew, and what it is for. */
export function CodesForm({ rejectedSubmits, footer, send, children, ...intro }: CodesFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useFocusWrongField(form, rejectedSubmits);
  return (
    <>
      <SafetyIntro {...intro} />
      <Section isPadded footer={footer}>
        <form
          ref={form}
          noValidate
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            send({ type: "ui.submit" });
          }}
        >
          {children}
        </form>
      </Section>
    </>
  );
}

interface CodesSavedProps {
  title: string;
  text: string;
  blockedUntil: string | null;
}

/** What has been set, and until when it keeps money from leaving. */
export function CodesSaved({ title, text, blockedUntil }: CodesSavedProps) {
  return (
    <Outcome icon="check" tone="gold" title={title} text={text}>
      <SpendingBlock until={blockedUntil} />
    </Outcome>
  );
}

/** Why it was not set, or not even read. */
export function CodesFailed({ view }: Pick<CodesFlow, "view">) {
  const { t } = useTranslation();
  const getFailureText = useFailureText();
  return (
    <Outcome
      {...OUTCOME_LOOKS.failed}
      title={t(view.hasUnsavedInput ? "codes:failed" : "app:list.failed")}
      text={getFailureText(view)}
    />
  );
}

/** The code by email: where it goes, the six digits, and another code when the time has come. */
function EmailCodeStep({ view, send }: ChildProps<"emailCode">) {
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
          onChange={(typed) => send({ type: "ui.type", field: "verificationCode", value: typed })}
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

/** The main action of the step with the code by email; none while the digits are awaited, for the last one sends them. */
function EmailCodeActions({ view, send }: ChildProps<"emailCode">) {
  const { actions, hasField, state } = view;
  const isStuck = state === "locked" || state === "shut" || (state === "failed" && !hasField);
  return (
    <>
      {(state === "idle" || state === "expired" || state === "shut") && (
        <MainAction actions={actions} type="ui.send" send={send} />
      )}
      <MainAction actions={actions} type="ui.retry" send={send} />
      {isStuck && <ActionButton actions={actions} type="ui.back" send={send} variant="plain" />}
    </>
  );
}

interface SafetyIntroProps {
  icon: IconName;
  title: ReactNode;
  /** What it is for. */
  text: ReactNode;
}

/** The top of a step about email or security code. */
function SafetyIntro({ icon, title, text }: SafetyIntroProps) {
  return (
    <div className={styles.intro}>
      <Seal icon={icon} sizePx={64} />
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.text}>{text}</p>
    </div>
  );
}
