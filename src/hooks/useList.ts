import type { EventFromLogic, InputFrom } from "xstate";

import type { FlowLogics, FlowName } from "#machines/app/flows.ts";
import type { PagedListEvent } from "#machines/pagedList/pagedList.machine.ts";
import type { ListName } from "#src/adapters/actors/pagedList.ts";
import type { ListFlow, ListView } from "#src/flows/lists.ts";

import { useFlow } from "./useFlow.ts";

/**
 * Reads a list as long as the component stands. For other parameters, give the component another `key`.
 * @param params of the list, e.g. `{ envelopeId }`
 */
export function useList<Name extends FlowName, List extends ListName>(
  flow: ListFlow<Name, List>,
  params: Readonly<Record<string, string>> = {},
): { view: ListView<List>; send: (event: PagedListEvent) => void } | null {
  return useFlow(flow, {
    input: { list: flow.list } as InputFrom<FlowLogics[Name]>,
    open: { type: "list.load", params } as EventFromLogic<FlowLogics[Name]>,
  }) as ReturnType<typeof useList<Name, List>>;
}
