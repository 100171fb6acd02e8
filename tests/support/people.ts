import { afterAll, beforeAll } from "vitest";
import type { Updateable } from "kysely";
import type { Database } from "#server/db/database.ts";
import type { Schema } from "#server/db/schema.ts";
import { sendNotifications } from "#server/messenger/notifications.ts";
import { openTestDatabase } from "./database.ts";
import { addWithSender } from "./story.ts";
import { createTestApp, type TestApp } from "./testApp.ts";

/** A message of the bot, as the person gets it. */
interface Told {
  to: bigint;
  html: string;
  url: string | undefined;
}

/** `ok`, or what a call was refused with: the key of the error, else its message. */
export const outcomeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "ok",
    (error: { key?: string; message: string }) => error.key ?? error.message,
  );

/** The people of one server without HTTP, for the tests of a file: what they are told is kept, and letters wait. */
export function openPeople(seed: string, settings: Record<string, string> = {}) {
  let database: Database;
  let app: TestApp;
  const told: Told[] = [];

  /** A server with a world and a clock of its own on the same database. */
  function renew(name: string): TestApp {
    app = createTestApp(database, name, settings);
    app.telegram = {
      ...app.telegram,
      sendMessage: async (to, { html, button }) => {
        told.push({ to, html, url: button?.url });
        return { kind: "sent", messageId: 1n };
      },
    };
    return app;
  }

  beforeAll(async () => {
    database = await openTestDatabase();
    renew(seed);
  });
  afterAll(() => database.close());

  return {
    get app() {
      return app;
    },
    get database() {
      return database;
    },
    renew,

    addWithSender: (...ids: [bigint, ...bigint[]]) => addWithSender(app, ids),

    change: (tgUserId: bigint, set: Updateable<Schema["tg_user"]>) =>
      database.kysely.updateTable("tg_user").set(set).where("tg_user_id", "=", tgUserId).execute(),

    /** What waits for a person, or was told them. */
    readLetters: (tgUserId: bigint) =>
      database.kysely
        .selectFrom("letter")
        .select(["kind", "payload as params", "is_urgent"])
        .where("queue", "=", "notification")
        .where("tg_user_id", "=", tgUserId)
        .orderBy("due_at")
        .execute(),
    forgetLetters: () => database.kysely.deleteFrom("letter").where("queue", "=", "notification").execute(),

    /** Sends what is due now and in the next seconds. Answers what people were told since the last time. */
    async hear(seconds = 5): Promise<Told[]> {
      for (let second = 0; second <= seconds; second += 1) {
        if (second > 0) app.clock.advance(1_000);
        await sendNotifications.run(app, new AbortController().signal);
      }
      return told.splice(0);
    },
  };
}
