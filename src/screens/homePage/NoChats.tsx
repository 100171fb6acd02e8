import { useTranslation } from "react-i18next";

import type { PagedListEvent } from "#machines/kit/pagedList/pagedList.machine.ts";
import type { PagedListView } from "#machines/kit/pagedList/pagedList.view.ts";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { GroupChoice } from "#src/components/shell/GroupChoice.tsx";
import { useSystemFact } from "#src/hooks/useSystemFact.ts";

import styles from "./NoChats.module.css";

interface NoChatsProps {
  view: Pick<PagedListView, "actions" | "isRefreshing">;
  send: (event: PagedListEvent) => void;
}

/** How a group gets here: chosen in the messenger, or step by step. */
export function NoChats({ view: { actions, isRefreshing }, send }: NoChatsProps) {
  const { t } = useTranslation();
  const botUsername = useSystemFact((info) => info?.botUsername ?? null);
  return (
    <>
      <div className={styles.head}>
        <p>{t("app:home.noChats")}</p>
        <ActionButton
          actions={actions}
          type="ui.refresh"
          send={send}
          labelKey="app:home.checkAgain"
          variant="secondary"
          isBusy={isRefreshing}
          isInline
        />
      </div>
      <GroupChoice
        variant="secondary"
        botUsername={botUsername}
        onLinked={() => {
          send({ type: "ui.refresh" });
        }}
      />
    </>
  );
}
