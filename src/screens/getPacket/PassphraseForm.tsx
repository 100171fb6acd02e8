import { useTranslation } from "react-i18next";

import type { EnvelopeClaimView } from "#machines/envelopeClaim/envelopeClaim.view.ts";
import { Field } from "#src/components/Field.tsx";
import type { FlowProps } from "#src/flows/flow.ts";

/** Where the passphrase is typed; Enter claims. */
export function PassphraseForm({ view, send }: FlowProps<"envelopeClaim", EnvelopeClaimView>) {
  const { t } = useTranslation();
  const canSubmit = view.actions.some(({ event, enabled }) => event.type === "ui.submit" && enabled);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (canSubmit) send({ type: "ui.submit" });
      }}
    >
      <Field
        label={t("envelope:claim.passphrase")}
        value={view.passphrase}
        onChange={(passphrase) => {
          send({ type: "ui.typePassphrase", passphrase });
        }}
        hint={t("envelope:claim.passphraseHint")}
        error={view.passphraseProblem === null ? undefined : t(view.passphraseProblem)}
        disabled={view.state === "tooManyTries"}
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={100}
      />
    </form>
  );
}
