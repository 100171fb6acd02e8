import { useTranslation } from "react-i18next";

import type { PagedListEvent } from "#machines/kit/pagedList/pagedList.machine.ts";
import type { PagedListView } from "#machines/kit/pagedList/pagedList.view.ts";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { GroupChoice } from "#src/components/shell/GroupChoice.tsx";
import { useSystemFact } from "#src/hooks/useSystemFact.ts";

import styles from "./MoreChats.module.css";

interface MoreChatsProps {
  view: Pick<PagedListView, "actions" | "isRefreshing" | "status">;
  send: (event: PagedListEvent) => void;
}

/** How a group gets here: chosen in the messenger, or step by step. Below a list, the person has asked for it already. */
export function MoreChats({ view, send }: MoreChatsProps) {
  const botUsername = useSystemFact((info) => info?.botUsername ?? null);
  const isFirst = view.status === "empty";
  return (
    <>
      {isFirst && <NoChats view={view} send={send} />}
      <GroupChoice
        isWanted={!isFirst}
        variant={isFirst ? "secondary" : "plain"}
        labelKey={isFirst ? "home:groups.choose" : "app:home.another"}
        botUsername={botUsername}
        onLinked={() => send({ type: "ui.refresh" })}
      />
    </>
  );
}

interface NoChatsProps {
  view: Pick<PagedListView, "actions" | "isRefreshing">;
  send: (event: PagedListEvent) => void;
}

/** There is no group yet, or the list of them is to be read again. */
function NoChats({ view: { actions, isRefreshing }, send }: NoChatsProps) {
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
