import { useTranslation } from "react-i18next";

import type { PagedListEvent } from "#machines/kit/pagedList/pagedList.machine.ts";
import type { PagedListView } from "#machines/kit/pagedList/pagedList.view.ts";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";

import styles from "./NoChats.module.css";

interface NoChatsProps {
  view: Pick<PagedListView, "actions" | "isRefreshing">;
  send: (event: PagedListEvent) => void;
}

/** There is no group yet, or the list of them is to be read again. */
export function NoChats({ view: { actions, isRefreshing }, send }: NoChatsProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.head}>
      <p>{t("home:groups.noChats")}</p>
      <ActionButton
        actions={actions}
        type="ui.refresh"
        send={send}
        labelKey="home:groups.checkAgain"
        variant="secondary"
        isBusy={isRefreshing}
        isInline
      />
    </div>
  );
}
