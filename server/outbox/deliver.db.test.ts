import { beforeEach, describe, expect, it } from "vitest";
import { makeLetter } from "#tests/support/makeLetter.ts";
import { openAppOfFile } from "#tests/support/ofFile.ts";
import { addUsers } from "#tests/support/story.ts";
import { type Delivery, deliverDue, type Letter, type Outbox } from "./deliver.ts";

const RETRY: Delivery = { kind: "retry", retryAfterMs: null, reason: "away" };

const { app, database } = await openAppOfFile("outbox");

describe("the outbox", () => {
  let outcome: (id: string) => Promise<Delivery>;
  let tried: string[];

  beforeEach(async () => {
    await database.kysely.deleteFrom("letter").execute();
    tried = [];
  });

  async function add(chatId: bigint): Promise<void> {
    await database.kysely
      .insertInto("letter")
      .values(makeLetter("bot_answer", String(chatId), app.clock.now()))
      .execute();
  }
  function run(change: Partial<Outbox> = {}): Promise<number> {
    const deliver = ({ id }: Letter) => {
      tried.push(id);
      return outcome(id);
    };
    const outbox = { queue: "bot_answer" as const, maxAttempts: 8, deliver, ...change };
    return deliverDue(app, outbox, new AbortController().signal);
  }
  const read = () =>
    database.kysely
      .selectFrom("letter")
      .where("queue", "=", "bot_answer")
      .select(["due_at", "attempts", "sent_at", "failed_at", "last_error"])
      .orderBy("letter_id")
      .execute();

  it("waits twice as long after each failure, a minute at most, and then makes a dead letter", async () => {
    outcome = async () => RETRY;
    await add(1n);
    const waits: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      expect(await run()).toBe(1);
      const [row] = await read();
      const waitMs = (row?.due_at?.getTime() ?? NaN) - app.clock.now().getTime();
      waits.push(waitMs / 1_000);
      app.clock.advance(round === 7 ? 0 : waitMs - 1);
      expect(await run()).toBe(0);
      app.clock.advance(1);
    }
    app.clock.advance(-1);
    expect(waits).toEqual([2, 4, 8, 16, 32, 60, 60, 0]);
    expect(await read()).toMatchObject([{ attempts: 8, failed_at: app.clock.now(), last_error: "away" }]);
    expect(await run()).toBe(0);
  });

  it("waits as long as it is asked to, and counts no attempt where a turn has not come", async () => {
    const until = new Date(app.clock.now().getTime() + 7_000);
    outcome = async (id) => (id === "1" ? { ...RETRY, retryAfterMs: 90_000 } : { kind: "later", until });
    await add(1n);
    await add(2n);
    await run();
    const asked = new Date(app.clock.now().getTime() + 90_000);
    expect(await read()).toMatchObject([
      { attempts: 1, due_at: asked },
      { attempts: 0, due_at: until },
    ]);
  });

  it("goes on with the others where one throws, is refused or is dropped", async () => {
    const outcomes: Record<string, () => Delivery> = {
      1: () => {
        throw new Error("a poisoned row");
      },
      2: () => ({ kind: "refused", reason: "it is too long" }),
      3: () => ({ kind: "dropped", reason: "nobody wants it" }),
      4: () => ({ kind: "sent" }),
    };
    outcome = async (id) => outcomes[id]?.() ?? RETRY;
    for (const id of [1n, 2n, 3n, 4n]) await add(id);
    expect(await run()).toBe(4);
    const at = app.clock.now();
    expect(await read()).toMatchObject([
      { attempts: 1, failed_at: null, last_error: "it could not be made" },
      { failed_at: at, last_error: "it is too long" },
      { failed_at: at, last_error: null },
      { sent_at: at, failed_at: null, last_error: null },
    ]);
  });

  it("lets takers take turns, and asks nobody again whose turn has not come", async () => {
    const at = app.clock.now();
    const until = new Date(at.getTime() + 60_000);
    await addUsers(app, [1n, 2n]);
    const first = Array.from({ length: 30 }, (_, place) => makeLetter("notification", `a${place}`, at, { taker: "1" }));
    const later = makeLetter("notification", "b", new Date(at.getTime() + 1), { taker: "2" });
    await database.kysely
      .insertInto("letter")
      .values([...first, later])
      .execute();
    app.clock.advance(1);
    outcome = async (id) => (id.startsWith("a") ? { kind: "later", until } : { kind: "sent" });
    await run({ queue: "notification" });
    expect(tried).toEqual(["a0", "b"]);
  });

  describe("in order", () => {
    async function addAlarms(events: readonly (readonly ["raised" | "cleared", string])[]): Promise<void> {
      for (const [event, alarmId] of events) {
        app.clock.advance(1);
        const at = app.clock.now();
        await database.kysely
          .insertInto("letter")
          .values(
            makeLetter("alarm_message", `${alarmId}:bot:${event}`, at, {
              taker: alarmId,
              place: event === "raised" ? 0n : 1n,
            }),
          )
          .execute();
      }
    }
    const runInOrder = () => run({ queue: "alarm_message", isOrdered: true });

    it("lets no letter overtake one of its taker that waits, and others go on", async () => {
      outcome = async (id) => (id === "a:bot:raised" ? RETRY : { kind: "sent" });
      await addAlarms([
        ["raised", "a"],
        ["raised", "b"],
        ["cleared", "a"],
      ]);
      await runInOrder();
      await runInOrder();
      expect(tried).toEqual(["a:bot:raised", "b:bot:raised"]);
      app.clock.advance(2_000);
      outcome = async () => ({ kind: "sent" });
      await runInOrder();
      expect(tried.slice(2)).toEqual(["a:bot:raised", "a:bot:cleared"]);
    });

    it("lets one that could not be made hold up no other", async () => {
      outcome = async (id) => {
        if (id === "a:bot:raised") throw new Error("a poisoned row");
        return { kind: "sent" };
      };
      await addAlarms([
        ["raised", "a"],
        ["cleared", "a"],
      ]);
      await runInOrder();
      expect(tried).toEqual(["a:bot:raised", "a:bot:cleared"]);
    });
  });
});
