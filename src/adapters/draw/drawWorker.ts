import { answerQuestion, type DrawQuestion } from "#domain/draw/answerQuestion.ts";
import { QUICKNET } from "#domain/draw/beacon.ts";
import { verifyRound } from "#domain/draw/verifyRound.ts";

interface Message {
  id: number;
  /** Null only warms. */
  question: DrawQuestion | null;
}

/** A round of quicknet, https://api.drand.sh/v2/beacons/quicknet/rounds/1000. */
const KNOWN_ROUND = 1_000;
const KNOWN_SIGNATURE =
  "95a9f9f5b231b7714de1553105d8ffdf3dcda24cfdb1e689319bccf79a9c8ce430a91b811fbfaf763900bc998b5d686a";

// The page goes on moving while a round is verified.
addEventListener("message", ({ data: { id, question } }: MessageEvent<Message>) => {
  if (question === null) verifyRound(QUICKNET, KNOWN_ROUND, KNOWN_SIGNATURE);
  else postMessage({ id, findings: answerQuestion(question) });
});
