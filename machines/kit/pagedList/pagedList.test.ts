import { expect, test } from "vitest";
import { createActor, fromPromise, SimulatedClock } from "xstate";
import { type Page, pagedListMachine, type PageRequest } from "./pagedList.machine.ts";
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
  actor.send({ type: "list.load", params: { tab: "sent" }, restoredPage: null });
  await flush();
  expect(viewPagedList(actor.getSnapshot())).toMatchObject({ status: "page", items: ["a", "b"], total: 3 });
  actor.send({ type: "ui.loadMore" });
  expect(viewPagedList(actor.getSnapshot())).toMatchObject({ status: "page", isLoadingMore: true });
  await flush();
  expect(viewPagedList(actor.getSnapshot())).toMatchObject({ items: ["a", "b", "c"], isLoadingMore: false });
  expect(viewPagedList(actor.getSnapshot()).actions.map(({ event }) => event.type)).toEqual(["ui.refresh"]);
  expect(requests.map(({ cursor }) => cursor)).toEqual([null, "b"]);
});

test("a list whose first answer was under way before the server knew another group is asked for again", async () => {
  const { actor, requests } = startList([FIRST, SECOND, FIRST]);
  actor.send({ type: "list.load", params: {}, restoredPage: null });
  actor.send({ type: "session.joined" });
  await flush();
  expect(viewPagedList(actor.getSnapshot())).toMatchObject({ status: "page", items: ["c"] });
  actor.send({ type: "session.joined" });
  await flush();
  expect(viewPagedList(actor.getSnapshot()).items).toEqual(["a", "b"]);
  expect(requests.length).toBe(3);
});

test("a failed next page keeps what is shown and can be asked for again", async () => {
  const { actor } = startList([FIRST, new Error("down"), SECOND]);
  actor.send({ type: "list.load", params: {}, restoredPage: null });
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

test("other parameters start over, and the older answer is not believed", async () => {
  const { actor, requests } = startList([FIRST, SECOND]);
  actor.send({ type: "list.load", params: { envelopeId: "e1" }, restoredPage: null });
  actor.send({ type: "list.load", params: { envelopeId: "e2" }, restoredPage: null });
  await flush();
  expect(viewPagedList(actor.getSnapshot()).items).toEqual(["c"]);
  expect(requests.map(({ params }) => params["envelopeId"])).toEqual(["e1", "e2"]);
});

test("a list that was left is shown again as it was, and as much of it is read anew", async () => {
  const now: Page = { items: ["new", "a", "b"], total: 4, nextCursor: "b", isLive: false, extra: {} };
  const { actor, requests } = startList([now]);
  const restoredPage: Page = { items: ["a", "b", "c"], total: 3, nextCursor: null, isLive: false, extra: {} };
  actor.send({ type: "list.load", params: {}, restoredPage });
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
    restoredPage: { items: [], total: 0, nextCursor: null, isLive: false, extra: {} },
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
  actor.send({ type: "list.load", params: {}, restoredPage: null });
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
  actor.send({ type: "list.load", params: {}, restoredPage: null });
  await flush();
  clock.increment(5000);
  await flush();
  expect(viewPagedList(actor.getSnapshot())).toMatchObject({ items: ["a", "b"], failureKey: null });
  clock.increment(5000);
  await flush();
  expect(viewPagedList(actor.getSnapshot()).items).toEqual(["new"]);
});

/** A server with records, which is out of reach while `isDown`. */
function openList(records: string[], pageSize = 2) {
  const server = { records, isDown: false, isLive: false };
  const clock = new SimulatedClock();
  const actor = createActor(
    pagedListMachine.provide({
      actors: {
        fetchPage: fromPromise<Page, PageRequest>(async ({ input: { cursor } }) => {
          if (server.isDown) throw { kind: "network" };
          const from = cursor === null ? 0 : Number(cursor);
          const items = server.records.slice(from, from + pageSize);
          const end = from + items.length;
          const hasMore = end < server.records.length;
          return {
            items,
            total: server.records.length,
            nextCursor: hasMore ? String(end) : null,
            isLive: server.isLive,
            extra: {},
          };
        }),
      },
    }),
    { clock, input: { list: "records" } },
  ).start();
  const see = () => viewPagedList(actor.getSnapshot());
  const act = async (event: Parameters<typeof actor.send>[0]) => {
    actor.send(event);
    await new Promise((resolve) => void setTimeout(resolve));
    return see();
  };
  const watch = (seconds: number) => {
    clock.increment(seconds * 1000);
  };
  const wait = async (seconds: number) => {
    watch(seconds);
    await new Promise((resolve) => void setTimeout(resolve));
    return see();
  };
  return { server, see, act, watch, wait };
}

const LOAD = { type: "list.load", params: {}, restoredPage: null } as const;

test("a list shows its total from the first page on, and ends when all is read", async () => {
  const { act } = openList(["a", "b", "c"]);
  expect(await act(LOAD)).toMatchObject({ status: "page", items: ["a", "b"], total: 3 });
  const end = await act({ type: "ui.loadMore" });
  expect(end.items).toEqual(["a", "b", "c"]);
  expect(end.actions.map(({ event }) => event.type)).not.toContain("ui.loadMore");
});

test("somebody without records sees that there are none, and later those that came", async () => {
  const { server, act } = openList([]);
  expect((await act(LOAD)).status).toBe("empty");
  server.records.push("a");
  expect(await act({ type: "ui.refresh" })).toMatchObject({ status: "page", items: ["a"] });
});

test.each(["ui.retry", "app.online"] as const)("without a network the list says so, and %s brings it", async (type) => {
  const { server, act } = openList(["a"]);
  server.isDown = true;
  expect(await act(LOAD)).toMatchObject({ status: "failed", items: [] });
  server.isDown = false;
  expect(await act({ type })).toMatchObject({ status: "page", items: ["a"] });
});

test("what is shown stays where a refresh fails", async () => {
  const { server, act } = openList(["a", "b", "c"]);
  await act(LOAD);
  server.isDown = true;
  expect(await act({ type: "ui.refresh" })).toMatchObject({
    status: "page",
    items: ["a", "b"],
    failureKey: "errors:network",
  });
});

test("what failed to come for want of a network comes by itself once there is one, beside what is shown", async () => {
  const { server, act } = openList(["a", "b", "c"]);
  await act(LOAD);
  server.isDown = true;
  await act({ type: "ui.refresh" });
  server.isDown = false;
  expect(await act({ type: "app.online" })).toMatchObject({ status: "page", items: ["a", "b"], failureKey: null });
});

test("an empty list stays where a refresh fails, and one whose records are gone is empty", async () => {
  const { server, act } = openList([]);
  await act(LOAD);
  server.isDown = true;
  expect(await act({ type: "ui.refresh" })).toMatchObject({ status: "empty", failureKey: "errors:network" });
  server.isDown = false;
  server.records.push("a");
  expect((await act({ type: "ui.refresh" })).status).toBe("page");
  server.records.pop();
  expect(await act({ type: "ui.refresh" })).toMatchObject({ status: "empty", failureKey: null });
});

test("who goes on while a list is read again by itself gets what they ask for", async () => {
  const { server, see, act, watch } = openList(["a", "b", "c"]);
  server.isLive = true;
  await act(LOAD);
  watch(5);
  expect((await act({ type: "ui.loadMore" })).items).toEqual(["a", "b", "c"]);
  watch(5);
  const refreshed = act({ type: "ui.refresh" });
  expect(see().isRefreshing).toBe(true);
  expect((await refreshed).items).toEqual(["a", "b"]);
});

test("going back shows the list as it was left, with all of its pages, while it is read anew", async () => {
  const { see, act } = openList(["new", "a", "b", "c"]);
  const restoredPage = { items: ["a", "b", "c"], total: 3, nextCursor: null, isLive: false, extra: {} };
  const shown = act({ ...LOAD, restoredPage });
  expect(see().items).toEqual(["a", "b", "c"]);
  await shown;
  expect(see().total).toBe(4);
});

test("who watches an envelope sees each claim come, and nothing is asked once it has ended", async () => {
  const { server, act, wait } = openList([]);
  server.isLive = true;
  expect((await act(LOAD)).status).toBe("empty");
  server.records.push("a");
  expect(await wait(5)).toMatchObject({ status: "page", items: ["a"] });
  server.records.pop();
  expect((await wait(5)).status).toBe("empty");
  server.isDown = true;
  expect(await wait(5)).toMatchObject({ status: "empty", failureKey: null });
  server.isDown = false;
  server.isLive = false;
  server.records.push("b", "a");
  expect((await wait(5)).items).toEqual(["b", "a"]);
  server.records.unshift("c");
  expect((await wait(60)).items).toEqual(["b", "a"]);
});
