import { assign, setup } from "xstate";
import { lacksNetwork, type Failure } from "../failure.ts";
import { provideActor } from "../provide.ts";
import { failureActions, failTo, readOutput, setFailure } from "../request.ts";
import type { Json } from "./json.ts";

export interface PagedListInput {
  /** Which list this is; the adapter chooses the call by it. */
  list: string;
}

export interface PageRequest {
  list: string;
  params: Readonly<Record<string, string>>;
  /** Null: the first page. */
  cursor: string | null;
  /** How many items are wanted at least; null: as many as a page holds. */
  count: number | null;
}

export interface Page {
  items: readonly Json[];
  total: number;
  /** Null: this is the last page. */
  nextCursor: string | null;
  /** Whether others can change the list at any moment, so that it is read again and again. */
  isLive: boolean;
  /** What the answer has beside its items, e.g. `totalReceivedAmount` or `envelope`. */
  extra: Readonly<Record<string, Json>>;
}

export interface PagedListContext extends Page {
  list: string;
  params: Readonly<Record<string, string>>;
  /** Of the last page asked for; null when it came. */
  failure: Failure | null;
}

export type PagedListEvent =
  | { type: "list.load"; params: Readonly<Record<string, string>>; restoredPage: Page | null }
  | { type: "ui.loadMore" }
  | { type: "ui.refresh" }
  | { type: "ui.retry" }
  | { type: "app.online" }
  /** The server knows another group of the person, whose rows an answer under way may lack. */
  | { type: "session.joined" };

const NOTHING: Page = { items: [], total: 0, nextCursor: null, isLive: false, extra: {} };

/** A page of the list; `getCursor` says from where on. */
function fetchPage(getCursor: (context: PagedListContext) => string | null) {
  return {
    id: "fetchPage",
    src: "fetchPage",
    input: ({ context }: { context: PagedListContext }) => ({
      list: context.list,
      params: context.params,
      cursor: getCursor(context),
      count: null,
    }),
  } as const;
}

const loadMore = {
  guard: "hasMore",
  target: "loadingMore",
  description: "The user has reached the end of what is shown.",
} as const;

const refresh = { target: "refreshing", description: "The user asks for the present state." } as const;

const follow = {
  followInterval: { guard: "isLive", target: "following", description: "It can have changed: it is read again." },
} as const;

const readJoined = {
  target: "refreshing",
  description: "The server knows another group: what is shown is read again.",
} as const;

const readOnline = {
  guard: "lacksNetwork",
  target: "refreshing",
  description: "The last reading failed for want of a network, and there is one again.",
} as const;

/** As much as is shown, from the first page on. */
const readShown = {
  id: "fetchPage",
  src: "fetchPage",
  input: ({ context: { list, params, items } }: { context: PagedListContext }) => ({
    list,
    params,
    cursor: null,
    count: items.length,
  }),
  onDone: [
    {
      guard: { type: "isEmptyPage", params: readOutput },
      target: "empty",
      actions: { type: "setPage", params: readOutput },
      description: "There is nothing in the list now.",
    },
    {
      target: "page",
      actions: { type: "setPage", params: readOutput },
      description: "The present state replaces what was shown.",
    },
  ],
} as const;

export const pagedListMachine = setup({
  types: {
    context: {} as PagedListContext,
    events: {} as PagedListEvent,
    input: {} as PagedListInput,
  },
  actors: {
    fetchPage: provideActor<Page, PageRequest>("pagedList.fetchPage"),
  },
  guards: {
    lacksNetwork,
    hasRestoredPage: (_, params: { restoredPage: Page | null }) =>
      params.restoredPage !== null && params.restoredPage.items.length > 0,
    isEmptyPage: (_, { output }: { output: Page }) => output.items.length === 0,
    hasMore: ({ context }) => context.nextCursor !== null,
    isLive: ({ context }) => context.isLive,
    hasItems: ({ context }) => context.items.length > 0,
  },
  actions: {
    startOver: assign((_, { params }: { params: Readonly<Record<string, string>> }) => ({
      ...NOTHING,
      params,
      failure: null,
    })),
    restore: assign(
      (_, { params, restoredPage }: { params: Readonly<Record<string, string>>; restoredPage: Page | null }) => ({
        ...(restoredPage ?? NOTHING),
        params,
      }),
    ),
    setPage: assign((_, { output }: { output: Page }) => ({
      ...output,
      failure: null,
    })),
    appendPage: assign(({ context }, { output }: { output: Page }) => ({
      ...output,
      items: [...context.items, ...output.items],
    })),
    ...failureActions,
  },
  delays: { followInterval: 5000 },
}).createMachine({
  id: "pagedList",
  description: "A list that comes in pages: records, claims, rankings.",
  context: ({ input }) => ({ list: input.list, params: {}, ...NOTHING, failure: null }),
  initial: "idle",
  on: {
    "list.load": [
      {
        guard: { type: "hasRestoredPage", params: ({ event }) => event },
        target: ".refreshing",
        actions: { type: "restore", params: ({ event }) => event },
        description: "The screen is shown again: its former items are there at once.",
      },
      {
        target: ".loading",
        actions: { type: "startOver", params: ({ event }) => event },
        description: "The screen is shown, or asks with other parameters: everything starts over.",
      },
    ],
  },
  states: {
    idle: { description: "Nothing was asked for." },
    loading: {
      description: "The first page is read; there is nothing to show yet.",
      entry: "clearFailure",
      on: {
        "session.joined": {
          target: "loading",
          reenter: true,
          description: "The server knows another group: ask again.",
        },
      },
      invoke: {
        ...fetchPage(() => null),
        onDone: [
          {
            guard: { type: "isEmptyPage", params: readOutput },
            target: "empty",
            actions: { type: "setPage", params: readOutput },
            description: "There is nothing in the list.",
          },
          {
            target: "page",
            actions: { type: "setPage", params: readOutput },
            description: "The first page is here.",
          },
        ],
        onError: failTo({ target: "failed", description: "It could not be read." }),
      },
    },
    page: {
      description: "Items are shown.",
      on: {
        "ui.loadMore": loadMore,
        "ui.refresh": refresh,
        "session.joined": readJoined,
        "app.online": readOnline,
      },
      after: follow,
    },
    loadingMore: {
      description: "The next page is read; what is shown stays.",
      entry: "clearFailure",
      invoke: {
        ...fetchPage(({ nextCursor }) => nextCursor),
        onDone: {
          target: "page",
          actions: { type: "appendPage", params: readOutput },
          description: "It follows what is shown.",
        },
        onError: failTo({ target: "page", description: "It could not be read; what is shown stays." }),
      },
    },
    refreshing: {
      description: "As much as is shown is read again, from the first page on; what is shown stays until it comes.",
      entry: "clearFailure",
      on: { "session.joined": { ...readJoined, reenter: true } },
      invoke: {
        ...readShown,
        onError: [
          {
            guard: "hasItems",
            target: "page",
            actions: setFailure,
            description: "It could not be read; what was shown stays.",
          },
          failTo({ target: "empty", description: "It could not be read; there was nothing before." }),
        ],
      },
    },
    following: {
      description: "What is shown is read again without a word; the user can go on meanwhile.",
      invoke: {
        ...readShown,
        onError: [
          { guard: "hasItems", target: "page", description: "It could not be read: it is tried again later." },
          {
            target: "empty",
            description: "It could not be read, and there was nothing before: it is tried again later.",
          },
        ],
      },
      on: {
        "ui.loadMore": loadMore,
        "ui.refresh": refresh,
        "session.joined": readJoined,
      },
    },
    empty: {
      description: "There is nothing in the list.",
      on: {
        "ui.refresh": refresh,
        "session.joined": readJoined,
        "app.online": readOnline,
      },
      after: follow,
    },
    failed: {
      description: "The first page could not be read.",
      on: {
        "ui.retry": { target: "loading", description: "The user tries again." },
        "app.online": { target: "loading", description: "The device has a network again." },
      },
    },
  },
});
