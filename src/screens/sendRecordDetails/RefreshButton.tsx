import { useTranslation } from "react-i18next";

import type { PagedListEvent } from "#machines/kit/pagedList/pagedList.machine.ts";
import type { PagedListView } from "#machines/kit/pagedList/pagedList.view.ts";
import { IconButton } from "#src/components/ui/IconButton.tsx";

interface RefreshButtonProps {
  view: Pick<PagedListView, "actions" | "isRefreshing">;
  send: (event: PagedListEvent) => void;
}

/** Reads everything on the screen again; what is shown stays meanwhile. */
export function RefreshButton({ view, send }: RefreshButtonProps) {
  const { t } = useTranslation();
  const action = view.actions.find(({ event }) => event.type === "ui.refresh");
  if (action === undefined) return null;
  return (
    <IconButton
      icon="refresh"
      label={t(action.labelKey)}
      disabled={!action.enabled}
      aria-busy={view.isRefreshing || undefined}
      onClick={() => {
        send(action.event);
      }}
    />
  );
}
