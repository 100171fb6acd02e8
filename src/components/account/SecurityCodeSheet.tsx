import { useTranslation } from "react-i18next";

import { SECURITY_CODE_LENGTH } from "#domain/account/securityCode.ts";
import { canPress } from "#machines/kit/viewAction.ts";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { MainAction } from "#src/components/shell/MainAction.tsx";
import { LockEnd } from "#src/components/shell/SecondsLeft.tsx";
import { SecretField } from "#src/components/ui/SecretField.tsx";
import { Sheet } from "#src/components/ui/Sheet.tsx";
import type { ChildProps } from "#src/hooks/useChild.ts";

import styles from "./SecurityCodeSheet.module.css";

/** Asks for the security code over the page that needs it. */
export function SecurityCodeSheet({ prompt }: { prompt: ChildProps<"securityCodePrompt"> | null }) {
  const { t } = useTranslation();
  return (
    <Sheet
      isOpen={prompt !== null}
      onClose={() => {
        // While the code is checked, the sheet stays.
        if (prompt !== null && canPress(prompt.view.actions, "ui.cancel")) prompt.send({ type: "ui.cancel" });
      }}
      title={t("codes:prompt.title")}
      actions={
        prompt !== null && (
          <>
            <MainAction actions={prompt.view.actions} type="ui.submit" send={prompt.send} isBusy={prompt.view.isBusy} />
            <ActionButton actions={prompt.view.actions} type="ui.forgot" send={prompt.send} variant="plain" />
          </>
        )
      }
    >
      {prompt !== null && <SecurityCodeForm {...prompt} />}
    </Sheet>
  );
}

function SecurityCodeForm({ view, send }: ChildProps<"securityCodePrompt">) {
  const { t } = useTranslation();
  if (view.state === "locked") {
    return (
      <div role="alert" className={styles.locked}>
        <p className={styles.lockedTitle}>{t("codes:prompt.locked")}</p>
        <p>
          <LockEnd endsAt={view.lockEndsAt} />
        </p>
      </div>
    );
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (canPress(view.actions, "ui.submit")) send({ type: "ui.submit" });
      }}
    >
      <p className={styles.purpose}>{t(`codes:prompt.purpose.${view.purpose}`)}</p>
      <SecretField
        label={t("codes:prompt.label")}
        showLabel={t("codes:show")}
        hideLabel={t("codes:hide")}
        value={view.securityCode}
        onChange={(value) => send({ type: "ui.type", field: "securityCode", value })}
        error={view.problemKey === null ? undefined : t(view.problemKey)}
        autoComplete="current-password"
        enterKeyHint="done"
        maxLength={SECURITY_CODE_LENGTH}
        disabled={view.isBusy}
      />
    </form>
  );
}
