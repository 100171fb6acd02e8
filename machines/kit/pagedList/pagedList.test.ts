import { expect, test } from "vitest";
import { openChart } from "#tests/support/openChart.ts";
import { OFFLINE } from "#tests/support/refusal.ts";
import { type Page, pagedListMachine, type PageRequest } from "./pagedList.machine.ts";
import { viewPagedList } from "./pagedList.view.ts";

/** A server with records, two on a page, which is out of reach while `isDown`. */
function openList(records: string[]) {
  const server = { records, isDown: false, isLive: false };
  const requests: PageRequest[] = [];
  const chart = openChart(pagedListMachine, viewPagedList, {
    input: { list: "records" },
    world: {
      fetchPage: (request) => {
        requests.push(request);
        if (server.isDown) throw OFFLINE;
        const from = Number(request.cursor ?? 0);
        const items = server.records.slice(from, from + Math.max(2, request.count ?? 0));
        const end = from + items.length;
        const nextCursor = end < server.records.length ? String(end) : null;
        return { items, total: server.records.length, nextCursor, isLive: server.isLive, extra: {} };
      },
    },
  });
  const listControls = () => chart.listControls().toSorted();
  return { ...chart, server, requests, listControls };
}

const LOAD = { type: "list.load", params: {}, restoredPage: null } as const;
const REFRESH = { type: "ui.refresh" } as const;
const MORE = { type: "ui.loadMore" } as const;
const toPage = (...items: string[]): Page => ({
  items,
  total: items.length,
  nextCursor: null,
  isLive: false,
  extra: {},
});

test("a list shows its total from the first page on, and its pages follow each other by cursor until all is read", async () => {
  const { requests, send, act, listControls } = openList(["a", "b", "c"]);
  expect(await act(LOAD)).toMatchObject({ status: "page", items: ["a", "b"], total: 3 });
  expect(listControls()).toEqual(["ui.loadMore", "ui.refresh"]);
  expect(send(MORE)).toMatchObject({ status: "page", isLoadingMore: true });
  expect(await act()).toMatchObject({ items: ["a", "b", "c"], isLoadingMore: false });
  expect(listControls()).toEqual(["ui.refresh"]);
  expect(requests.map(({ cursor }) => cursor)).toEqual([null, "2"]);
});

test("somebody without records sees that there are none, and later those that came", async () => {
  const { server, act } = openList([]);
  expect((await act(LOAD)).status).toBe("empty");
  server.records.push("a");
  expect(await act(REFRESH)).toMatchObject({ status: "page", items: ["a"] });
});

test.each(["ui.retry", "app.online"] as const)("without a network the list says so, and %s brings it", async (type) => {
  const { server, act } = openList(["a"]);
  server.isDown = true;
  expect(await act(LOAD)).toMatchObject({ status: "failed", items: [] });
  server.isDown = false;
  expect(await act({ type })).toMatchObject({ status: "page", items: ["a"] });
});

test("what is shown stays where a refresh or the next page fails, and comes by itself once there is a network", async () => {
  const { server, act } = openList(["a", "b", "c"]);
  await act(LOAD);
  server.isDown = true;
  const stays = { status: "page", items: ["a", "b"], failureKey: "errors:network" };
  expect(await act(MORE)).toMatchObject(stays);
  expect(await act(REFRESH)).toMatchObject(stays);
  server.isDown = false;
  expect(await act({ type: "app.online" })).toMatchObject({ ...stays, failureKey: null });
  server.isDown = true;
  await act(MORE);
  server.isDown = false;
  expect(await act(MORE)).toMatchObject({ items: ["a", "b", "c"], failureKey: null });
});

test("an empty list stays where a refresh fails, and one whose records are gone is empty", async () => {
  const { server, requests, act } = openList([]);
  await act(LOAD, { type: "app.online" });
  expect(requests).toHaveLength(1);
  server.isDown = true;
  expect(await act(REFRESH)).toMatchObject({ status: "empty", failureKey: "errors:network" });
  server.isDown = false;
  server.records.push("a");
  expect(await act({ type: "app.online" })).toMatchObject({ status: "page", failureKey: null });
  await act({ type: "app.online" });
  expect(requests).toHaveLength(3);
  server.records.pop();
  expect(await act(REFRESH)).toMatchObject({ status: "empty", failureKey: null });
});

test("a list whose first answer was under way before the server knew another group is asked for again", async () => {
  const { server, requests, send, act } = openList(["a"]);
  send(LOAD);
  server.records.push("b");
  expect((await act({ type: "session.joined" })).items).toEqual(["a", "b"]);
  expect(requests).toHaveLength(2);
  server.records.unshift("c");
  expect((await act({ type: "session.joined" })).items).toEqual(["c", "a"]);
});

test("whoever comes into another group finds its records, whether the list is empty, read again or followed", async () => {
  const { server, clock, send, act } = openList([]);
  server.isLive = true;
  await act(LOAD);
  server.records.push("a");
  expect((await act({ type: "session.joined" })).items).toEqual(["a"]);
  send(REFRESH);
  server.records.push("b");
  expect((await act({ type: "session.joined" })).items).toEqual(["a", "b"]);
  clock.increment(5_000);
  server.records.shift();
  expect((await act({ type: "session.joined" })).items).toEqual(["b"]);
});

test("other parameters start over, and the older answer is not believed", async () => {
  const { send, answer, listRequests } = openChart(pagedListMachine, viewPagedList, { input: { list: "records" } });
  send({ ...LOAD, params: { envelopeId: "e1" } }, { ...LOAD, params: { envelopeId: "e2" } });
  listRequests("fetchPage")[0]?.resolve(toPage("old"));
  expect((await answer("fetchPage", toPage("c"))).items).toEqual(["c"]);
  expect(listRequests("fetchPage").map(({ input }) => input)).toMatchObject([
    { params: { envelopeId: "e1" } },
    { params: { envelopeId: "e2" } },
  ]);
});

test("a list that was left is shown again as it was, with all of its pages, and as much of it is read anew", async () => {
  const { requests, send, act } = openList(["new", "a", "b", "c"]);
  const restoredPage = toPage("a", "b", "c");
  expect(send({ ...LOAD, restoredPage })).toMatchObject({ status: "page", items: ["a", "b", "c"], total: 3 });
  expect(await act()).toMatchObject({ items: ["new", "a", "b"], total: 4 });
  expect(requests).toEqual([{ list: "records", params: {}, cursor: null, count: 3 }]);
});

test("a list that was left empty is read like any other", () => {
  expect(openList([]).send({ ...LOAD, restoredPage: toPage() }).status).toBe("loading");
});

test("what can change is read again by itself and in silence, until it can change no more", async () => {
  const { server, requests, clock, look, act, pass } = openList([]);
  server.isLive = true;
  expect((await act(LOAD)).status).toBe("empty");
  server.records.push("a");
  clock.increment(5_000);
  expect([look().isRefreshing, look().actions.every(({ enabled }) => enabled)]).toEqual([false, true]);
  expect(await act()).toMatchObject({ status: "page", items: ["a"] });
  server.isDown = true;
  expect(await pass(5_000)).toMatchObject({ status: "page", items: ["a"], failureKey: null });
  server.isDown = false;
  server.records.pop();
  expect((await pass(5_000)).status).toBe("empty");
  server.isDown = true;
  expect(await pass(5_000)).toMatchObject({ status: "empty", failureKey: null });
  server.isDown = false;
  server.isLive = false;
  server.records.push("b", "a");
  expect((await pass(5_000)).items).toEqual(["b", "a"]);
  server.records.unshift("c");
  expect((await pass(60_000)).items).toEqual(["b", "a"]);
  expect(requests).toHaveLength(6);
});

test("who goes on while a list is read again by itself gets what they ask for", async () => {
  const { server, clock, send, act } = openList(["a", "b", "c"]);
  server.isLive = true;
  await act(LOAD);
  clock.increment(5_000);
  expect((await act(MORE)).items).toEqual(["a", "b", "c"]);
  clock.increment(5_000);
  expect(send(REFRESH).isRefreshing).toBe(true);
  expect((await act()).items).toEqual(["a", "b", "c"]);
});
