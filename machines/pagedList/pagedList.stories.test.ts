import { expect, test } from "vitest";
import { createActor, fromPromise, SimulatedClock } from "xstate";
import { pagedListMachine, type Page, type PageRequest } from "./pagedList.machine.ts";
import { viewPagedList } from "./pagedList.view.ts";

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
  const wait = async (seconds: number) => {
    clock.increment(seconds * 1000);
    await new Promise((resolve) => void setTimeout(resolve));
    return see();
  };
  return { server, see, act, wait };
}

const LOAD = { type: "list.load", params: {}, kept: null } as const;

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

test("without a network the list says so, and a new try brings it", async () => {
  const { server, act } = openList(["a"]);
  server.isDown = true;
  expect(await act(LOAD)).toMatchObject({ status: "failed", items: [] });
  server.isDown = false;
  expect(await act({ type: "ui.retry" })).toMatchObject({ status: "page", items: ["a"] });
});

test("what is shown stays where a refresh fails", async () => {
  const { server, act } = openList(["a", "b", "c"]);
  await act(LOAD);
  server.isDown = true;
  expect(await act({ type: "ui.refresh" })).toMatchObject({ status: "page", items: ["a", "b"] });
});

test("going back shows the list as it was left, with all of its pages, while it is read anew", async () => {
  const { see, act } = openList(["new", "a", "b", "c"]);
  const kept = { items: ["a", "b", "c"], total: 3, nextCursor: null, isLive: false, extra: {} };
  const shown = act({ ...LOAD, kept });
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
  server.isLive = false;
  server.records.unshift("b");
  expect((await wait(5)).items).toEqual(["b", "a"]);
  server.records.unshift("c");
  expect((await wait(60)).items).toEqual(["b", "a"]);
});
