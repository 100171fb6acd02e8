import { pagedListMachine } from "./pagedList.machine.ts";
import { viewPagedList } from "./pagedList.view.ts";
import { defineModel } from "#tests/models/model.ts";

export const model = defineModel({
  machine: pagedListMachine,
  view: viewPagedList,
  inputs: [{ list: "sent" }],
  events: {
    "list.load": [
      { type: "list.load", params: { envelopeId: "e1" }, restoredPage: null },
      {
        type: "list.load",
        params: { envelopeId: "e1" },
        restoredPage: {
          items: [{ claimId: "c1" }, { claimId: "c2" }],
          total: 3,
          nextCursor: "after-c2",
          isLive: true,
          extra: {},
        },
      },
    ],
  },
  outcomes: {
    fetchPage: {
      done: [
        { items: [], total: 0, nextCursor: null, isLive: false, extra: {} },
        { items: [], total: 0, nextCursor: null, isLive: true, extra: {} },
        {
          items: [{ claimId: "c1" }],
          total: 1,
          nextCursor: null,
          isLive: false,
          extra: { totalReceivedAmount: "0.01" },
        },
        { items: [{ claimId: "c2" }], total: 2, nextCursor: "after-c2", isLive: true, extra: {} },
      ],
      error: [{ kind: "network" }],
    },
  },
  key: ({ items, nextCursor, isLive, failure }) => ({
    hasItems: items.length > 0,
    hasMore: nextCursor !== null,
    isLive,
    lacksNetwork: failure?.kind === "network",
  }),
  invariants: {
    "nothing is shown of an empty list": ({ items }, isIn) => !isIn("empty") || items.length === 0,
    "a page has items": ({ items }, isIn) => !(isIn("page") || isIn("loadingMore")) || items.length > 0,
    "a failed first page says why": ({ failure }, isIn) => !isIn("failed") || failure !== null,
    "only what can change is followed": ({ isLive }, isIn) => !isIn("following") || isLive,
    "what is asked for has not failed yet": ({ failure }, isIn) =>
      !(isIn("loading") || isIn("loadingMore") || isIn("refreshing")) || failure === null,
  },
});
