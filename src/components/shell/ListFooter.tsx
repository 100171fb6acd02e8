import type { PagedListEvent } from "#machines/kit/pagedList/pagedList.machine.ts";
import type { ViewAction } from "#machines/kit/viewAction.ts";

import { ActionButton } from "./ActionButton.tsx";

interface ListFooterProps {
  view: { actions: readonly ViewAction<PagedListEvent>[]; isLoadingMore: boolean };
  send: (event: PagedListEvent) => void;
}

/** "Show more" under a list that goes on. */
export function ListFooter({ view, send }: ListFooterProps) {
  return (
    <ActionButton
      actions={view.actions}
      type="ui.loadMore"
      send={send}
      variant="secondary"
      isBusy={view.isLoadingMore}
    />
  );
}
