import { answerQuestion, type DrawQuestion } from "#domain/draw/answerQuestion.ts";

// The page goes on moving while a round is verified.
addEventListener("message", ({ data: { id, question } }: MessageEvent<{ id: number; question: DrawQuestion }>) => {
  postMessage({ id, findings: answerQuestion(question) });
});
