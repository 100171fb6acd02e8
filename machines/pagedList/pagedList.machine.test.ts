import { expect, test } from "vitest";
import { createActor, fromPromise, SimulatedClock } from "xstate";
import { pagedListMachine, type Page, type PageRequest } from "./pagedList.machine.ts";
import { viewPagedList } from "./pagedList.view.ts";

function startList(pages: readonly (Page | Error)[]) {
  const requests: PageRequest[] = [];
  const clock = new SimulatedClock();
  const actor = createActor(
    pagedListMachine.provide({
      actors: {
        fetchPage: fromPromise<Page, PageRequest>(({ input }) => {
          const page = pages[requests.push(input) - 1];
          return page === undefined
            ? new Promise(() => undefined)
            : page instanceof Error
              ? Promise.reject(page)
              : Promise.resolve(page);
        }),
      },
    }),
    { clock, input: { list: "sent" } },
  ).start();
  return { actor, requests, clock };
}

const flush = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve));
const FIRST: Page = { items: ["a", "b"], total: 3, nextCursor: "b", isLive: false, extra: {} };
const SECOND: Page = { items: ["c"], total: 3, nextCursor: null, isLive: false, extra: {} };

test("pages follow each other by cursor", async () => {
  const { actor, requests } = startList([FIRST, SECOND]);
  actor.send({ type: "list.load", params: { tab: "sent" }, kept: null });
  await flush();
  expect(viewPagedList(actor.getSnapshot())).toMatchObject({ status: "page", items: ["a", "b"], total: 3 });
  actor.send({ type: "ui.loadMore" });
  expect(viewPagedList(actor.getSnapshot())).toMatchObject({ status: "page", isLoadingMore: true });
  await flush();
  expect(viewPagedList(actor.getSnapshot())).toMatchObject({ items: ["a", "b", "c"], isLoadingMore: false });
  expect(viewPagedList(actor.getSnapshot()).actions.map(({ event }) => event.type)).toEqual(["ui.refresh"]);
  expect(requests.map(({ cursor }) => cursor)).toEqual([null, "b"]);
});

test("a failed next page keeps what is shown and can be asked for again", async () => {
  const { actor } = startList([FIRST, new Error("down"), SECOND]);
  actor.send({ type: "list.load", params: {}, kept: null });
  await flush();
  actor.send({ type: "ui.loadMore" });
  await flush();
  expect(viewPagedList(actor.getSnapshot())).toMatchObject({
    status: "page",
    items: ["a", "b"],
    failureKey: "errors:unexpected",
  });
  actor.send({ type: "ui.loadMore" });
  await flush();
  expect(viewPagedList(actor.getSnapshot())).toMatchObject({ items: ["a", "b", "c"], failureKey: null });
});

test("a first page that never comes fails after the request's time", async () => {
  const { actor, clock } = startList([]);
  actor.send({ type: "list.load", params: {}, kept: null });
  clock.increment(100_000);
  expect(viewPagedList(actor.getSnapshot())).toMatchObject({ status: "failed", failureKey: "errors:timeout" });
});

test("other parameters start over, and the older answer is not believed", async () => {
  const { actor, requests } = startList([FIRST, SECOND]);
  actor.send({ type: "list.load", params: { envelopeId: "e1" }, kept: null });
  actor.send({ type: "list.load", params: { envelopeId: "e2" }, kept: null });
  await flush();
  expect(viewPagedList(actor.getSnapshot()).items).toEqual(["c"]);
  expect(requests.map(({ params }) => params["envelopeId"])).toEqual(["e1", "e2"]);
});

test("a list that was left is shown again as it was, and as much of it is read anew", async () => {
  const now: Page = { items: ["new", "a", "b"], total: 4, nextCursor: "b", isLive: false, extra: {} };
  const { actor, requests } = startList([now]);
  const kept: Page = { items: ["a", "b", "c"], total: 3, nextCursor: null, isLive: false, extra: {} };
  actor.send({ type: "list.load", params: {}, kept });
  expect(viewPagedList(actor.getSnapshot())).toMatchObject({ status: "page", items: ["a", "b", "c"], total: 3 });
  await flush();
  expect(viewPagedList(actor.getSnapshot())).toMatchObject({ items: ["new", "a", "b"], total: 4 });
  expect(requests).toEqual([{ list: "sent", params: {}, cursor: null, count: 3 }]);
});

test("a list that was left empty is read like any other", () => {
  const { actor } = startList([]);
  actor.send({
    type: "list.load",
    params: {},
    kept: { items: [], total: 0, nextCursor: null, isLive: false, extra: {} },
  });
  expect(viewPagedList(actor.getSnapshot()).status).toBe("loading");
});

test("what can change is read again by itself, until it can change no more", async () => {
  const live = { ...FIRST, isLive: true };
  const { actor, requests, clock } = startList([
    live,
    { ...live, items: ["new", "a", "b"] },
    { ...SECOND, isLive: false },
  ]);
  actor.send({ type: "list.load", params: {}, kept: null });
  await flush();
  clock.increment(5000);
  expect(viewPagedList(actor.getSnapshot())).toMatchObject({ status: "page", items: ["a", "b"], isRefreshing: false });
  expect(viewPagedList(actor.getSnapshot()).actions.every(({ enabled }) => enabled)).toBe(true);
  await flush();
  expect(viewPagedList(actor.getSnapshot()).items).toEqual(["new", "a", "b"]);
  clock.increment(5000);
  await flush();
  clock.increment(60_000);
  expect(viewPagedList(actor.getSnapshot()).items).toEqual(["c"]);
  expect(requests.map(({ count }) => count)).toEqual([null, 2, 3]);
});

test("following a list says nothing of a reading that failed, and tries again", async () => {
  const live = { ...FIRST, isLive: true };
  const { actor, clock } = startList([live, new Error("down"), { ...live, items: ["new"] }]);
  actor.send({ type: "list.load", params: {}, kept: null });
  await flush();
  clock.increment(5000);
  await flush();
  expect(viewPagedList(actor.getSnapshot())).toMatchObject({ items: ["a", "b"], failureKey: null });
  clock.increment(5000);
  await flush();
  expect(viewPagedList(actor.getSnapshot()).items).toEqual(["new"]);
});
