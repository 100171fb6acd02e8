import { afterEach, beforeEach, expect, test } from "vitest";
import type { Database } from "#server/db/database.ts";
import { chatList } from "#server/messenger/chatCalls.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { addUsers, callAs } from "#tests/support/story.ts";
import { createTestApp, type TestApp } from "#tests/support/testApp.ts";

const MINUTE_MS = 60_000;
const COLLECTOR = 1n;
const OTHER = 2n;

let database: Database;
let app: TestApp;

beforeEach(async () => {
  database = await openTestDatabase();
  app = createTestApp(database, "lists");
  await addUsers(app, [COLLECTOR, OTHER]);
});
afterEach(() => database.close());

/** Links a person to so many groups. */
async function link(person: bigint, count: number): Promise<void> {
  const at = app.clock.now();
  const chatIds = Array.from({ length: count }, (_, index) => -(person * 1_000_000n) - BigInt(index));
  await database.kysely
    .insertInto("chat")
    .values(chatIds.map((id) => ({ chat_id: id, title: `Group ${id}`, is_bot_member: true, updated_at: at })))
    .execute();
  await database.kysely
    .insertInto("chat_link")
    .values(chatIds.map((id) => ({ tg_user_id: person, chat_id: id, linked_at: at })))
    .execute();
  for (const chatId of chatIds) app.world.members.add(`${chatId}:${person}`);
}

const list = (person: bigint) => callAs(app, chatList, person, { query: { limit: 100 } });

test("500 groups of one account cost the messenger 100 questions a minute, and delay nobody's list", async () => {
  await link(COLLECTOR, 500);
  await link(OTHER, 2);
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const asOf = (person: bigint) => app.world.questions.filter((question) => question.endsWith(`:${person}`)).length;
  // The messenger leaves the collector's questions alone for a while.
  app.world.answerLater = () => (asOf(OTHER) === 0 ? answered : Promise.resolve());
  const lists = [list(COLLECTOR), list(COLLECTOR), list(COLLECTOR)];
  await expect.poll(() => asOf(COLLECTOR)).toBeGreaterThan(0);
  expect((await list(OTHER)).items).toHaveLength(2);
  expect(asOf(COLLECTOR)).toBeLessThan(10);
  answer();
  for (const { items } of await Promise.all(lists)) expect(items).toHaveLength(100);
  expect(asOf(COLLECTOR)).toBe(100);
  app.clock.advance(MINUTE_MS);
  await list(COLLECTOR);
  expect(asOf(COLLECTOR)).toBe(200);
});
