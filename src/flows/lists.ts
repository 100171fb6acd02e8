import type { FlowName } from "#machines/app/flows.ts";
import { pagedListMachine } from "#machines/pagedList/pagedList.machine.ts";
import { viewPagedList, type PagedListView } from "#machines/pagedList/pagedList.view.ts";
import { createPagedListActors, type ListItems, type ListName } from "#src/adapters/actors/pagedList.ts";

import type { Flow } from "./flow.ts";

/** A list's view with its items as the contract types them. */
export type ListView<Name extends ListName> = Omit<PagedListView, "items"> & { items: readonly ListItems[Name][] };

/** Flows of the root that are lists. */
type ListFlowName =
  | "sentRecords"
  | "receivedRecords"
  | "envelopeClaims"
  | "chats"
  | "accountAmounts"
  | "fairness"
  | "systemInfo";

/** A list flow and the call behind it. */
export interface ListFlow<Name extends FlowName, List extends ListName> extends Flow<Name, ListView<List>> {
  list: List;
}

function defineList<Name extends ListFlowName, List extends ListName>(name: Name, list: List): ListFlow<Name, List> {
  return {
    name,
    list,
    create: ({ api }) => pagedListMachine.provide({ actors: createPagedListActors({ api }) }),
    // The adapter's call for `list` answers items of exactly this type.
    view: (snapshot) => viewPagedList(snapshot) as unknown as ListView<List>,
  };
}

/** The sender's envelopes. */
export const sentRecords = defineList("sentRecords", "allSendRecords");
/** The caller's claims; their sums, `receivedByCoin`, are in `extra`. */
export const receivedRecords = defineList("receivedRecords", "history");
/** The claims of one envelope (parameter `envelopeId`); the `envelope` itself is in `extra`. */
export const envelopeClaims = defineList("envelopeClaims", "claimDetail");
/** The caller's groups. */
export const chats = defineList("chats", "chatList");
/** One item: the account's sums for a coin (parameter `coinType`). */
export const accountAmounts = defineList("accountAmounts", "accountAmounts");
/** One item: commitment and reveal of an envelope (parameter `envelopeId`). */
export const fairness = defineList("fairness", "fairness");
/** One item: what the server says about itself. */
export const systemInfo = defineList("systemInfo", "systemInfo");
