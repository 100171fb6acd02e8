import { greetGroup } from "./chats.ts";
import { GroupGate } from "./groupGate.ts";
import { isConnectionLost } from "#server/db/isConnectionLost.ts";
import type { App } from "#server/app.ts";
import { delayPost, postEnvelope } from "./postEnvelope.ts";
import { readDueAnswers, setAnswerBack } from "./answers.ts";
import type { Job } from "#server/job.ts";

const BATCH = 20;
/** After a message that cannot be made. */
const WAIT_MS = 60_000;
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
      await attempt(
        app,
        () => greetGroup(app, gate, answer),
        () => setAnswerBack(app, answer),
      );
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
      await attempt(
        app,
        () => postEnvelope(app, gate, envelopeId),
        () => delayPost(app, envelopeId, new Date(app.clock.now().getTime() + WAIT_MS), "it could not be made"),
      );
    }
  },
};

/** One that cannot be made is set back, and holds up no other. */
async function attempt({ logger }: App, work: () => Promise<void>, setBack: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (isConnectionLost(error)) throw error;
    logger.error({ job: "writeToGroups", error }, "a message to a group could not be made");
    await setBack();
  }
}
