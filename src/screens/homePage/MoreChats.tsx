import type { PagedListEvent } from "#machines/kit/pagedList/pagedList.machine.ts";
import type { PagedListView } from "#machines/kit/pagedList/pagedList.view.ts";
import { GroupChoice } from "#src/components/shell/GroupChoice.tsx";
import { useSystemFact } from "#src/hooks/useSystemFact.ts";

import { NoChats } from "./NoChats.tsx";

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
        onLinked={() => {
          send({ type: "ui.refresh" });
        }}
      />
    </>
  );
}
