import { sql } from "kysely";
import type { Update } from "grammy/types";
import type { App } from "#server/app.ts";
import { handleUpdate } from "./handleUpdate.ts";

const MAX_TRIES = 3;

/**
 * Executes an update; only the database can delay it. An update that fails repeatedly while the database answers is
 * dropped, so that it does not block others. While the database is unreachable the error is thrown, and the update is
 * repeated.
 */
export async function carryOutUpdate(app: App, update: Update): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await handleUpdate(app, update);
    } catch (error) {
      if (tries < MAX_TRIES) continue;
      await sql`select 1`.execute(app.database.kysely);
      app.logger.error({ job: "bot", error }, "a bot update was dropped after repeated failures");
      return;
    }
  }
}
