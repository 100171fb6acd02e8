import { sql } from "kysely";
import type { Job } from "#server/job.ts";

/**
 * Makes posts with a picture due again that a process of the last version gave up: it edits them as texts, which the
 * messenger refuses. A post that this version gives up is no longer stale. Goes once no such process can run beside.
 */
export const revivePosts: Job = {
  name: "revivePosts",
  intervalMs: 30_000,
  async run({ database }) {
    await sql`
      update group_post set failed_at = null, attempts = 0
      where shown_seal is not null and is_stale and failed_at is not null and last_error is null
    `.execute(database.kysely);
  },
};
