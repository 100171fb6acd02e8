import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";

import { viewSecurityCodePrompt } from "#machines/securityCodePrompt/securityCodePrompt.view.ts";
import type { AccountDeletionView } from "#machines/accountDeletion/accountDeletion.view.ts";
import { accountDeletionFlow } from "#src/adapters/actors/accountDeletion.ts";
import type { FlowProps } from "#src/adapters/actors/flow.ts";
import { SecurityCodePrompt } from "#src/components/account/SecurityCodePrompt.tsx";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { ConfirmDialog } from "#src/components/shell/ConfirmDialog.tsx";
import { Button } from "#src/components/ui/Button.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { Skeleton } from "#src/components/ui/Skeleton.tsx";
import { useChild } from "#src/hooks/useChild.ts";
import { useFailureText } from "#src/hooks/useFailureText.ts";
import { useFlow } from "#src/hooks/useFlow.ts";
import { useService } from "#src/hooks/useService.ts";
import { buildRecoveryPath } from "#src/routes/links.ts";

import styles from "./DeleteAccount.module.css";
import { ObstacleCell } from "./ObstacleCell.tsx";

/** As high as the sentence and the button. */
const HEIGHT_PX = 110;

/** Deletes the account once it is confirmed, or says what has to end before. */
export function DeleteAccount() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const session = useService("session");
  const flow = useFlow(accountDeletionFlow, {
    input: undefined,
    open: { type: "ui.open" },
    onEmit: ({ type }) => {
      if (type === "recovery.wanted") return void navigate(buildRecoveryPath("/privacy"));
      session.send({ type: "session.accountDeleted" });
    },
  });
  const prompt = useChild(flow?.actor ?? null, "securityCodePrompt", viewSecurityCodePrompt);
  const isToCome = flow === null || flow.view.state === "idle" || flow.view.state === "loading";
  return (
    <>
      <Section title={t("privacy:delete.title")}>
        {isToCome ? <Skeleton label={t("app:loading")} rowHeightPx={HEIGHT_PX} /> : <Deletion {...flow} />}
      </Section>
      {flow !== null && (
        <ConfirmDialog
          isOpen={flow.view.state === "asking"}
          title={t("privacy:delete.confirmTitle")}
          actions={flow.view.actions}
          send={flow.send}
        >
          {t("privacy:delete.confirmText")}
        </ConfirmDialog>
      )}
      <SecurityCodePrompt prompt={prompt} />
    </>
  );
}

function Deletion({ view, send }: FlowProps<"accountDeletion", AccountDeletionView>) {
  const { t } = useTranslation();
  const failure = useFailureText()(view);
  const isBusy = view.state === "deleting" || view.state === "deleted";
  return (
    <>
      {view.obstacles.length > 0 && <p className={styles.text}>{t("privacy:delete.blocked")}</p>}
      {view.obstacles.map((obstacle, index) => (
        <ObstacleCell key={`${obstacle.kind}:${obstacle.id ?? index}`} obstacle={obstacle} />
      ))}
      {view.obstacles.length === 0 && failure === undefined && (
        <p className={styles.text}>{t("privacy:delete.free")}</p>
      )}
      {failure !== undefined && (
        <p role="alert" className={styles.problem}>
          {failure}
        </p>
      )}
      <div className={styles.buttons}>
        {isBusy ? (
          <Button variant="danger" isBusy>
            {t("privacy:delete.action")}
          </Button>
        ) : (
          <ActionButton actions={view.actions} type="ui.delete" send={send} variant="danger" />
        )}
        <ActionButton actions={view.actions} type="ui.retry" send={send} variant="secondary" />
      </div>
    </>
  );
}
