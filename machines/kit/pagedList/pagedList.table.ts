import { toFailure } from "../failure.ts";
import type { TransitionTable } from "../transitionTable.ts";
import type { Page, PagedListContext, PagedListEvent, PagedListInput } from "./pagedList.machine.ts";

export interface PagedListShape {
  context: PagedListContext;
  event: PagedListEvent;
  input: PagedListInput;
  outputs: { fetchPage: Page };
}

type Done = { output: Page };

const isEmptyPage = (_: PagedListContext, { output }: Done): boolean => output.items.length === 0;
const hasItems = ({ items }: PagedListContext): boolean => items.length > 0;
const replace = (_: PagedListContext, { output }: Done): Partial<PagedListContext> => ({
  items: output.items,
  total: output.total,
  nextCursor: output.nextCursor,
  isLive: output.isLive,
  extra: output.extra,
});
const append = ({ items }: PagedListContext, { output }: Done): Partial<PagedListContext> => ({
  items: items.concat(output.items),
  total: output.total,
  nextCursor: output.nextCursor,
  isLive: output.isLive,
  extra: output.extra,
});
const replaceAndForget = (context: PagedListContext, event: Done): Partial<PagedListContext> => ({
  ...replace(context, event),
  failure: null,
});
const keepFailure = (_: PagedListContext, { error }: { error: unknown }): Partial<PagedListContext> => ({
  failure: toFailure(error),
});

const RETRIED: Partial<PagedListContext> = { failure: null };

const FOLLOW = {
  guard: "isLive",
  when: ({ isLive }: PagedListContext): boolean => isLive,
  target: "following",
} as const;

/** SPEC.md 2 (record lists and rankings, each with an empty state), PRODUCT.md 8 (cursor, total). */
export const pagedListTable: TransitionTable<PagedListShape> = {
  delaysMs: { followInterval: 5_000 },
  asks: {
    fetchPage: ({ list, params, items, nextCursor }, { isIn }) => ({
      list,
      params,
      cursor: isIn("loadingMore") ? nextCursor : null,
      count: isIn("refreshing") || isIn("following") ? items.length : null,
    }),
  },
  context: ({ list }) => ({
    list,
    params: {},
    items: [],
    total: 0,
    nextCursor: null,
    isLive: false,
    extra: {},
    failure: null,
  }),
  states: {
    "(machine)": {
      initial: "idle",
      "list.load": [
        {
          guard: "isKept",
          when: (_, { kept }) => kept !== null && kept.items.length > 0,
          target: "refreshing",
          changes: (_, { params, kept }) => ({ ...kept, params, failure: null }),
        },
        {
          target: "loading",
          changes: (_, event) => ({
            params: event.params,
            items: [],
            total: 0,
            nextCursor: null,
            isLive: false,
            extra: {},
            failure: null,
          }),
        },
      ],
    },
    idle: {},
    loading: {
      "done(fetchPage)": [
        { guard: "isEmptyPage", when: isEmptyPage, target: "empty", changes: replace },
        { target: "page", changes: replace },
      ],
      "error(fetchPage)": { target: "failed", changes: keepFailure },
    },
    page: {
      "ui.loadMore": {
        guard: "hasMore",
        when: ({ nextCursor }) => nextCursor !== null,
        target: "loadingMore",
        changes: RETRIED,
      },
      "ui.refresh": { target: "refreshing", changes: RETRIED },
      "after(followInterval)": FOLLOW,
    },
    loadingMore: {
      "done(fetchPage)": { target: "page", changes: append },
      "error(fetchPage)": { target: "page", changes: keepFailure },
    },
    refreshing: {
      "done(fetchPage)": [
        { guard: "isEmptyPage", when: isEmptyPage, target: "empty", changes: replace },
        { target: "page", changes: replace },
      ],
      "error(fetchPage)": [
        { guard: "hasItems", when: hasItems, target: "page", changes: keepFailure },
        { target: "empty", changes: keepFailure },
      ],
    },
    following: {
      "done(fetchPage)": [
        { guard: "isEmptyPage", when: isEmptyPage, target: "empty", changes: replaceAndForget },
        { target: "page", changes: replaceAndForget },
      ],
      "error(fetchPage)": [{ guard: "hasItems", when: hasItems, target: "page" }, { target: "empty" }],
      "ui.loadMore": {
        guard: "hasMore",
        when: ({ nextCursor }) => nextCursor !== null,
        target: "loadingMore",
        changes: RETRIED,
      },
      "ui.refresh": { target: "refreshing", changes: RETRIED },
    },
    empty: {
      "ui.refresh": { target: "refreshing", changes: RETRIED },
      "after(followInterval)": FOLLOW,
    },
    failed: { "ui.retry": { target: "loading", changes: RETRIED } },
  },
};
