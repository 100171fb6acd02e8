import type { FlowLogics, FlowName } from "#machines/app/flows.ts";
import { pagedListMachine } from "#machines/pagedList/pagedList.machine.ts";
import { viewPagedList, type PagedListView } from "#machines/pagedList/pagedList.view.ts";
import {
  createPagedListActors,
  type ListExtras,
  type ListItems,
  type ListName,
} from "#src/adapters/actors/pagedList.ts";

import type { Flow } from "./flow.ts";

/** A list's view with its items and extras as the contract types them; the extras come with the first answer. */
export type ListView<Name extends ListName> = Omit<PagedListView, "items" | "extra"> & {
  items: readonly ListItems[Name][];
  extra: Name extends keyof ListExtras ? Partial<ListExtras[Name]> : object;
};

/** Flows of the root that are lists. */
export type ListFlowName = {
  [Name in FlowName]: FlowLogics[Name] extends typeof pagedListMachine ? Name : never;
}[FlowName];

/** A list flow and the call behind it. */
export interface ListFlow<Name extends ListFlowName, List extends ListName> extends Flow<Name, ListView<List>> {
  list: List;
}

function defineList<Name extends ListFlowName, List extends ListName>(name: Name, list: List): ListFlow<Name, List> {
  return {
    name,
    list,
    create: ({ api }) => pagedListMachine.provide({ actors: createPagedListActors({ api }) }),
    // The adapter's call for `list` answers items and extras of exactly these types.
    view: (snapshot) => viewPagedList(snapshot) as unknown as ListView<List>,
  };
}

/** The sender's envelopes. */
export const sentRecords = defineList("sentRecords", "allSendRecords");
/** The caller's claims, with their sums. */
export const receivedRecords = defineList("receivedRecords", "history");
/** The claims of one envelope (parameter `envelopeId`), with the envelope itself. */
export const envelopeClaims = defineList("envelopeClaims", "claimDetail");
/** The caller's groups. */
export const chats = defineList("chats", "chatList");
/** The caller's orders that wait for their payment. */
export const unpaidOrders = defineList("unpaidOrders", "unpaidList");
/** The caller's payouts of a coin (parameter `coinType`). */
export const payouts = defineList("payouts", "payouts");
