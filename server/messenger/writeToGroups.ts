import type { App } from "#server/app.ts";
import type { Job } from "#server/job.ts";
import { deliverDue, type Letter } from "#server/outbox/deliver.ts";
import { GroupGate } from "./groupGate.ts";
import { postEnvelope } from "./postEnvelope.ts";
import { openAnswers, sendAnswer } from "./answers.ts";

/**
 * Greets groups, posts open envelopes into them and updates the messages' counters: one job and one gate, so that all
 * of it counts toward a group's limit.
 */
export async function writeDue(app: App, gate: GroupGate, signal: AbortSignal): Promise<void> {
  const greetings = openAnswers(app, "group", (_app, letter) =>
    gate.send(app, BigInt(letter.taker), () => sendAnswer(app, letter)),
  );
  await deliverDue(app, greetings, signal);
  const posts = {
    queue: "group_post" as const,
    // An envelope is worth trying as long as it lives.
    maxAttempts: Infinity,
    deliver: ({ id }: Letter) => postEnvelope(app, gate, id),
  };
  await deliverDue(app, posts, signal);
}

const processGate = new GroupGate();

export const writeToGroups: Job = {
  name: "writeToGroups",
  intervalMs: 500,
  run: (app, signal) => writeDue(app, processGate, signal),
};
