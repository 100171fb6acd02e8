import { GroupGate } from "../telegram/groupGate.ts";
import { postEnvelope } from "../telegram/postEnvelope.ts";
import type { Job } from "./job.ts";

const BATCH = 20;
const gate = new GroupGate();

/** Posts open envelopes into their groups and keeps the counters of the messages up to date. */
export const postEnvelopes: Job = {
  name: "postEnvelopes",
  intervalMs: 500,
  async run(app, signal) {
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
