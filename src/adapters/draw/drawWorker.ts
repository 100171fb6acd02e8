import { answerQuestion, type DrawQuestion } from "#domain/draw/answerQuestion.ts";
import { QUICKNET } from "#domain/draw/beacon.ts";
import { drawTogether } from "#domain/draw/drawTogether.ts";
import { isSignedBody } from "#domain/draw/isSignedBody.ts";
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

/** The base point of Ed25519: as key and signature it is checked like any other, and signs nothing. */
const BASE_POINT = `58${"66".repeat(31)}`;
const NO_SIGNATURE = `${BASE_POINT}01${"00".repeat(31)}`;
const SOME_ENTRIES = Array.from({ length: 500 }, (_, index) => `entry_${String(index)}`);

/** All that a check calls is compiled, and tables of curves are there, before there is something to check. */
function warm(): void {
  verifyRound(QUICKNET, KNOWN_ROUND, KNOWN_SIGNATURE);
  isSignedBody({}, NO_SIGNATURE, BASE_POINT);
  drawTogether(new Uint8Array(32), new Uint8Array(48), SOME_ENTRIES, []);
}

// The page goes on moving while a round is verified.
addEventListener("message", ({ data: { id, question } }: MessageEvent<Message>) => {
  if (question === null) warm();
  else postMessage({ id, findings: answerQuestion(question) });
});
