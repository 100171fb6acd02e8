import { fromPromise } from "xstate";
import type { components } from "#contract/schema.d.ts";
import type { FlowLogics, FlowName } from "#machines/app/flows.ts";
import { isLivePayout } from "#machines/lifecycle/payout/payoutStatuses.ts";
import type { Json } from "#machines/kit/pagedList/json.ts";
import { type Page, pagedListMachine, type PageRequest } from "#machines/kit/pagedList/pagedList.machine.ts";
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
}

/** What answers hold beside the items of their list. */
interface ListExtras {
  history: { receivedByCoin: readonly Schemas["ReceivedSum"][] };
  claimDetail: { envelope: Schemas["Envelope"] };
}

export type ListName = keyof ListItems;

const LIMIT = 20;

/** The most items of one answer; the rest of a longer list needs further requests. */
const MAX_LIMIT = 100;

type Fetch = (
  api: Api,
  query: { cursor?: string; limit: number },
  params: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<{ items: readonly object[]; total: number; nextCursor: string | null; isLive?: boolean }>;

const FETCHES: Readonly<Record<ListName, Fetch>> = {
  allSendRecords: (api, query, params, signal) =>
    api.call(
      (client) => client.GET("/v1/redpackage/allSendRecords", { params: { query: { ...params, ...query } }, signal }),
      { hasToast: true },
    ),
  history: (api, query, params, signal) =>
    api.call((client) => client.GET("/v1/redpackage/history", { params: { query: { ...params, ...query } }, signal }), {
      hasToast: true,
    }),
  // An envelope has at most a hundred shares: the reader's own one is among them. The page tells every failure itself,
  // also that there is no such envelope.
  claimDetail: async (api, query, { envelopeId = "" }, signal) => {
    const { claims, ...rest } = await api.call((client) =>
      client.GET("/v1/redpackage/claimDetail", {
        params: { query: { ...query, envelopeId, limit: MAX_LIMIT } },
        signal,
      }),
    );
    return { items: claims, isLive: isGoingOn(rest.envelope), ...rest };
  },
  chatList: (api, query, _, signal) =>
    api.call((client) => client.GET("/v1/chat/list", { params: { query }, signal }), { hasToast: true }),
  unpaidList: (api, query, _, signal) =>
    api.call((client) => client.GET("/v1/order/unpaidList", { params: { query }, signal }), { hasToast: true }),
  // It stands under the withdrawal itself, which tells what fails.
  payouts: async (api, query, params, signal) => {
    const page = await api.call((client) =>
      client.GET("/v1/wallet/payouts", { params: { query: { ...params, ...query } }, signal }),
    );
    return { ...page, isLive: page.items.some(({ status }) => isLivePayout(status)) };
  },
};

/** Claims come in until the envelope has ended; one that is being paid may open at any moment. */
function isGoingOn({ status }: Schemas["Envelope"]): boolean {
  return status === "open" || status === "awaitingPayment";
}

function isListName(name: string): name is ListName {
  return Object.hasOwn(FETCHES, name);
}

export function createPagedListActors({ api }: { api: Api }) {
  return {
    fetchPage: fromPromise<Page, PageRequest>(async ({ input: { list, params, cursor, count }, signal }) => {
      if (!isListName(list)) throw new Error(`no list ${list}`);
      const limit = Math.min(Math.max(count ?? LIMIT, LIMIT), MAX_LIMIT);
      const query = { limit, ...(cursor === null ? {} : { cursor }) };
      const { items, total, nextCursor, isLive = false, ...extra } = await FETCHES[list](api, query, params, signal);
      // The wire is JSON, although the generated types do not say so.
      return { items: items as readonly Json[], total, nextCursor, isLive, extra };
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
