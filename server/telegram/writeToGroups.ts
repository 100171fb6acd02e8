import { greetGroup } from "./greetGroup.ts";
import { GroupGate } from "./groupGate.ts";
import { postEnvelope } from "./postEnvelope.ts";
import { readDueAnswers } from "./readDueAnswers.ts";
import type { Job } from "#server/job.ts";

const BATCH = 20;
const gate = new GroupGate();

/**
 * Greets groups, posts open envelopes into them and updates the messages' counters: one job, so that all of it counts
 * toward a group's limit.
 */
export const writeToGroups: Job = {
  name: "writeToGroups",
  intervalMs: 500,
  async run(app, signal) {
    for (const answer of await readDueAnswers(app, "group")) {
      if (signal.aborted) return;
      await greetGroup(app, gate, answer);
    }
    const due = await app.database.kysely
      .selectFrom("group_post")
      .select("envelope_id")
      .where("is_stale", "=", true)
      .where("failed_at", "is", null)
      .where("next_attempt_at", "<=", app.clock.now())
      .orderBy("next_attempt_at")
      .limit(BATCH)
      .execute();
    for (const { envelope_id: envelopeId } of due) {
      if (signal.aborted) return;
      await postEnvelope(app, gate, envelopeId);
    }
  },
};
