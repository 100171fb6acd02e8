import { beforeAll, expect, it } from "vitest";
import { openAppOfFile } from "#tests/support/ofFile.ts";
import { addWithSender, openEnvelope } from "#tests/support/story.ts";
import { claimShares } from "./claimShares.ts";

const { app, database } = await openAppOfFile("batches");

beforeAll(() => addWithSender(app, [1n, 2n, 3n, 4n, 5n]));

/** Asks in one turn of the event loop share a batch if their envelopes share a lane. */
function ask(envelopeId: string, users: readonly bigint[]) {
  const at = app.clock.now();
  return Promise.all(
    users.map((tgUserId, index) =>
      claimShares(database, { envelopeId, tgUserId, claimId: `${envelopeId}-${index}`, at }),
    ),
  );
}

it("a person's taps in one batch win once, and slots follow the order of the asks", async () => {
  const { envelopeId } = await openEnvelope(app, 1n, { count: 4 });
  expect(await ask(envelopeId, [3n, 2n, 3n, 2n, 4n, 2n])).toEqual([
    "won",
    "won",
    "alreadyClaimed",
    "alreadyClaimed",
    "won",
    "alreadyClaimed",
  ]);
  const claims = await database.kysely
    .selectFrom("claim")
    .select(["tg_user_id", "claim_id"])
    .where("envelope_id", "=", envelopeId)
    .orderBy("slot")
    .execute();
  expect(claims).toEqual([
    { tg_user_id: 3n, claim_id: `${envelopeId}-0` },
    { tg_user_id: 2n, claim_id: `${envelopeId}-1` },
    { tg_user_id: 4n, claim_id: `${envelopeId}-4` },
  ]);
});

it("the last share ends the envelope in the batch that gives it, and the rest of the batch gets soldOut", async () => {
  const { envelopeId } = await openEnvelope(app, 1n, { count: 2 });
  expect(await ask(envelopeId, [2n, 3n, 4n, 2n, 5n])).toEqual(["won", "won", "soldOut", "alreadyClaimed", "soldOut"]);
  expect(await ask(envelopeId, [4n, 3n])).toEqual(["soldOut", "alreadyClaimed"]);
});

it("envelopes of one batch stay separate, and an unknown one harms no other", async () => {
  const first = await openEnvelope(app, 1n, { count: 2 });
  const second = await openEnvelope(app, 1n, { count: 2 });
  const answers = await Promise.all([
    ask(first.envelopeId, [2n, 3n, 4n]),
    ask("no-such-envelope", [2n]),
    ask(second.envelopeId, [2n, 4n, 3n]),
  ]);
  expect(answers).toEqual([["won", "won", "soldOut"], ["notOpen"], ["won", "won", "soldOut"]]);
});
