import { useTranslation } from "react-i18next";

import type { Verdict } from "#machines/antiFraud/antiFraud.machine.ts";
import type { AntiFraudView } from "#machines/antiFraud/antiFraud.view.ts";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { Field } from "#src/components/ui/Field.tsx";
import type { IconName } from "#src/components/ui/IconName.ts";
import { Outcome } from "#src/components/ui/Outcome.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { Skeleton } from "#src/components/ui/Skeleton.tsx";
import type { FlowProps } from "#src/adapters/actors/flow.ts";
import { useFailureText } from "#src/hooks/useFailureText.ts";

/** What the contract takes. */
const MAX_REASON_LENGTH = 500;
/** About as high as a verdict. */
const VERDICT_HEIGHT_PX = 200;

/** Only what is ours has the tone of something good. */
const LOOKS: Readonly<Record<Verdict, { icon: IconName; tone: "gold" | "bad" | "warn" }>> = {
  official: { icon: "shield", tone: "gold" },
  reported: { icon: "warning", tone: "bad" },
  unknown: { icon: "info", tone: "warn" },
};

/** What came of a check or of a report. */
export function CheckOutcome({ view, send }: FlowProps<"antiFraud", AntiFraudView>) {
  const { t } = useTranslation();
  const getFailureText = useFailureText();
  const { actions, account, reason, state } = view;
  switch (state) {
    case "idle":
      return null;
    case "checking":
      return <Skeleton label={t("app:loading")} rows={1} rowHeightPx={VERDICT_HEIGHT_PX} />;
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
            onChange={(value) => {
              send({ type: "ui.type", field: "reason", value });
            }}
            maxLength={MAX_REASON_LENGTH}
            enterKeyHint="done"
            disabled={state === "sending"}
          />
          <ActionButton actions={actions} type="ui.back" send={send} variant="plain" />
        </Section>
      );
  }
}
