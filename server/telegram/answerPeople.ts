import { readDueAnswers } from "./readDueAnswers.ts";
import { sendAnswer } from "./sendAnswer.ts";
import type { Job } from "#server/job.ts";

/** Answers people's /start. Groups have their own job, so that no group delays a person. */
export const answerPeople: Job = {
  name: "answerPeople",
  intervalMs: 250,
  async run(app, signal) {
    for (const answer of await readDueAnswers(app, "private")) {
      if (signal.aborted) return;
      await sendAnswer(app, answer);
    }
  },
};
