import { useTranslation } from "react-i18next";

import type { AntiFraudView } from "#machines/antiFraud/antiFraud.view.ts";
import { canPress } from "#machines/kit/viewAction.ts";
import { Field } from "#src/components/ui/Field.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import type { FlowProps } from "#src/adapters/actors/flow.ts";

import { CheckOutcome } from "./CheckOutcome.tsx";

/** What the contract takes. */
const MAX_ACCOUNT_LENGTH = 64;

/** The account to check, and below it what is known. */
export function AccountCheck(props: FlowProps<"antiFraud", AntiFraudView>) {
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
            onChange={(value) => {
              send({ type: "ui.type", field: "text", value });
            }}
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
