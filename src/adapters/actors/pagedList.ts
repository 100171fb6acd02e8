import { fromPromise } from "xstate";
import type { components } from "#contract/schema.d.ts";
import type { FlowLogics, FlowName } from "#machines/app/flows.ts";
import type { Json } from "#machines/kit/pagedList/json.ts";
import { pagedListMachine } from "#machines/kit/pagedList/pagedList.machine.ts";
import { type ActorsOf, provideAll } from "#machines/kit/provide.ts";
import { type PagedListView, viewPagedList } from "#machines/kit/pagedList/pagedList.view.ts";
import type { Api } from "#src/adapters/api/createApi.ts";
import type { Flow } from "./flow.ts";

type Schemas = components["schemas"];

/** What each list holds. */
interface ListItems {
  /** Parameters `coinType` and `recordStatus`, both optional. */
  allSendRecords: Schemas["Envelope"];
  /** Parameter `coinType`, optional. */
  history: Schemas["ReceivedClaim"];
  /** Parameter `envelopeId`. */
  claimDetail: Schemas["Claim"];
  chatList: Schemas["Chat"];
  unpaidList: Schemas["Order"];
  /** Parameter `coinType`, optional. */
  payouts: Schemas["Payout"];
  /** Parameter `coinType`, optional. */
  movements: Schemas["Movement"];
}

/** What answers hold beside the items of their list. */
interface ListExtras {
  history: { receivedByCoin: readonly Schemas["ReceivedSum"][] };
  claimDetail: { envelope: Schemas["Envelope"] };
}

export type ListName = keyof ListItems;

const LIMIT = 20;

/** The most items of one answer; a longer list takes several. */
export const MAX_LIMIT = 100;

/** The call behind a list. */
export type Fetch = (
  api: Api,
  query: { cursor?: string; limit: number },
  params: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<{ items: readonly object[]; total: number; nextCursor: string | null; isLive?: boolean }>;

export function createPagedListActors({ api, fetch }: { api: Api; fetch: Fetch }): ActorsOf<typeof pagedListMachine> {
  return {
    fetchPage: fromPromise(async ({ input: { params, cursor, count }, signal }) => {
      const wanted = Math.max(count ?? LIMIT, LIMIT);
      const read = (from: string | null, missing: number) =>
        fetch(api, { limit: Math.min(missing, MAX_LIMIT), ...(from === null ? {} : { cursor: from }) }, params, signal);
      const { items: first, ...rest } = await read(cursor, wanted);
      const items = [...first];
      let { nextCursor } = rest;
      while (items.length < wanted && nextCursor !== null) {
        const next = await read(nextCursor, wanted - items.length);
        items.push(...next.items);
        ({ nextCursor } = next);
      }
      const { total, isLive = false, nextCursor: _, ...extra } = rest;
      // The wire is JSON, although the generated types do not say so.
      return { items: items as readonly object[] as readonly Json[], total, nextCursor, isLive, extra };
    }),
  };
}

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

/** @param fetch answers items and extras as they are typed for `list` */
export function defineList<Name extends ListFlowName, List extends ListName>(
  name: Name,
  list: List,
  fetch: Fetch,
): ListFlow<Name, List> {
  return {
    name,
    list,
    create: ({ api }) => provideAll(pagedListMachine, createPagedListActors({ api, fetch })),
    view: (snapshot) => viewPagedList(snapshot) as unknown as ListView<List>,
  };
}
