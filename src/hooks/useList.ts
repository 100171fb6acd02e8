import type { EventFromLogic, InputFrom, SnapshotFrom } from "xstate";

import type { FlowLogics } from "#machines/app/flows.ts";
import type { Page, PagedListEvent } from "#machines/kit/pagedList/pagedList.machine.ts";
import type { ListFlow, ListFlowName, ListName, ListView } from "#src/adapters/actors/pagedList.ts";

import { useFlow } from "./useFlow.ts";

interface UseListOptions {
  /** What the list showed when it was left. */
  restoredPage?: Page | null;
  /** Called with what the list shows when it is left. */
  onLeave?: (page: Page) => void;
}

/**
 * Reads a list as long as the component is mounted. For other parameters, give the component another `key`.
 * @param params of the list, e.g. `{ envelopeId }`
 */
export function useList<Name extends ListFlowName, List extends ListName>(
  flow: ListFlow<Name, List>,
  params: Readonly<Record<string, string>> = {},
  { restoredPage = null, onLeave }: UseListOptions = {},
): { view: ListView<List>; send: (event: PagedListEvent) => void } | null {
  return useFlow(flow, {
    input: { list: flow.list } as InputFrom<FlowLogics[Name]>,
    // Rows to come are shown as a skeleton; rows that were there before are shown at once.
    isDeferred: restoredPage === null,
    open: { type: "list.load", params, restoredPage } as EventFromLogic<FlowLogics[Name]>,
    onLeave: (snapshot) => {
      const { items, total, nextCursor, isLive, extra } = (snapshot as SnapshotFrom<FlowLogics["sentRecords"]>).context;
      onLeave?.({ items, total, nextCursor, isLive, extra });
    },
  }) as ReturnType<typeof useList<Name, List>>;
}
