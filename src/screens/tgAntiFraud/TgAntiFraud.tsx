import { useTranslation } from "react-i18next";

import type { Verdict } from "#machines/antiFraud/antiFraud.machine.ts";
import type { AntiFraudView } from "#machines/antiFraud/antiFraud.view.ts";
import { canPress } from "#machines/kit/viewAction.ts";
import { antiFraudFlow } from "#src/adapters/actors/antiFraud.ts";
import type { FlowProps } from "#src/adapters/actors/flow.ts";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { MainAction } from "#src/components/shell/MainAction.tsx";
import { Screen } from "#src/components/shell/Screen.tsx";
import { Cell } from "#src/components/ui/Cell.tsx";
import { Field } from "#src/components/ui/Field.tsx";
import { Icon } from "#src/components/ui/Icon.tsx";
import { Outcome, type OutcomeLook } from "#src/components/ui/Outcome.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { Skeleton } from "#src/components/shell/Skeleton.tsx";
import { useFailureText } from "#src/hooks/useFailureText.ts";
import { useFlow } from "#src/hooks/useFlow.ts";

/** `/tgAntiFraud`: what is known of a messenger account, and the report of a fake. */
export function TgAntiFraud() {
  const { t } = useTranslation();
  const flow = useFlow(antiFraudFlow, { input: undefined });
  return (
    <Screen title={t("safety:title")} back="/user" footer={flow !== null && <CheckActions {...flow} />}>
      {flow !== null && <AccountCheck {...flow} />}
      <Tips />
    </Screen>
  );
}

/** What the contract takes. */
const MAX_ACCOUNT_LENGTH = 64;

/** The account to check, and below it what is known. */
function AccountCheck(props: FlowProps<"antiFraud", AntiFraudView>) {
  const { t } = useTranslation();
  const { view, send } = props;
  const isReporting = view.state === "writing" || view.state === "sending" || view.state === "unsent";
  return (
    <>
      <Section isPadded footer={t("safety:lead")}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (canPress(view.actions, "ui.check")) send({ type: "ui.check" });
          }}
        >
          <Field
            label={t("safety:account")}
            hint={t("safety:accountHint")}
            error={view.problemKey === null ? undefined : t(view.problemKey)}
            value={view.text}
            onChange={(value) => send({ type: "ui.type", field: "text", value })}
            placeholder="@"
            maxLength={MAX_ACCOUNT_LENGTH}
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="search"
            disabled={view.isBusy || isReporting}
          />
        </form>
      </Section>
      <CheckOutcome {...props} />
    </>
  );
}

/** What the contract takes. */
const MAX_REASON_LENGTH = 500;
/** About as high as a verdict. */
const VERDICT_HEIGHT_PX = 200;

/** Only what is ours has the tone of something good. */
const LOOKS: Readonly<Record<Verdict, OutcomeLook>> = {
  official: { icon: "shield", tone: "gold" },
  reported: { icon: "warning", tone: "bad" },
  unknown: { icon: "info", tone: "warn" },
};

/** What came of a check or of a report. */
function CheckOutcome({ view, send }: FlowProps<"antiFraud", AntiFraudView>) {
  const { t } = useTranslation();
  const getFailureText = useFailureText();
  const { actions, account, reason, state } = view;
  switch (state) {
    case "idle":
      return null;
    case "checking":
      return <Skeleton rows={1} rowHeightPx={VERDICT_HEIGHT_PX} />;
    case "official":
    case "reported":
    case "unknown":
      return (
        <Outcome
          {...LOOKS[state]}
          title={
            <>
              {t(`safety:verdict.${state}.title`)}
              <br />
              <span translate="no">{account}</span>
            </>
          }
          text={t(`safety:verdict.${state}.text`)}
        >
          <ActionButton actions={actions} type="ui.report" send={send} variant="secondary" />
        </Outcome>
      );
    case "failed":
    case "unsent":
      return (
        <Outcome
          icon="warning"
          tone="bad"
          title={t(state === "failed" ? "safety:failed" : "safety:unsent")}
          text={getFailureText(view)}
        />
      );
    case "sent":
      return <Outcome icon="check" tone="gold" title={t("safety:sent.title")} text={t("safety:sent.text")} />;
    case "writing":
    case "sending":
      return (
        <Section isPadded title={t("safety:report")}>
          <Field
            label={t("safety:reason")}
            hint={t("safety:reasonHint")}
            value={reason}
            onChange={(value) => send({ type: "ui.type", field: "reason", value })}
            maxLength={MAX_REASON_LENGTH}
            enterKeyHint="done"
            disabled={state === "sending"}
          />
          <ActionButton actions={actions} type="ui.back" send={send} variant="plain" />
        </Section>
      );
  }
}

/** The one thing to do in each state. */
function CheckActions({ view: { actions, state }, send }: FlowProps<"antiFraud", AntiFraudView>) {
  if (state === "writing" || state === "sending") {
    return (
      <MainAction actions={actions} type="ui.send" send={send} labelKey="safety:send" isBusy={state === "sending"} />
    );
  }
  return (
    <>
      {(state === "idle" || state === "checking") && (
        <MainAction
          actions={actions}
          type="ui.check"
          send={send}
          labelKey="safety:check"
          isBusy={state === "checking"}
        />
      )}
      <MainAction actions={actions} type="ui.retry" send={send} />
    </>
  );
}

/** What to do about fakes. */
function Tips() {
  const { t } = useTranslation();
  return (
    <Section title={t("safety:tips.title")}>
      <Cell before={<Icon name="key" />} title={t("safety:tips.keys")} />
      <Cell before={<Icon name="wallet" />} title={t("safety:tips.pay")} />
      <Cell before={<Icon name="cross" />} title={t("safety:tips.block")} />
    </Section>
  );
}
