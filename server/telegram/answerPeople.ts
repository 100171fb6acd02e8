import { readDueAnswers } from "./readDueAnswers.ts";
import { isConnectionLost } from "#server/db/isConnectionLost.ts";
import { sendAnswer, setAnswerBack } from "./sendAnswer.ts";
import type { Job } from "#server/job.ts";

/** Answers people's /start. Groups have their own job, so that no group delays a person. */
export const answerPeople: Job = {
  name: "answerPeople",
  intervalMs: 250,
  async run(app, signal) {
    for (const answer of await readDueAnswers(app, "private")) {
      if (signal.aborted) return;
      try {
        await sendAnswer(app, answer);
      } catch (error) {
        if (isConnectionLost(error)) throw error;
        app.logger.error({ job: "answerPeople", error }, "an answer of the bot could not be made");
        await setAnswerBack(app, answer);
      }
    }
  },
};
