import { afterAll, beforeAll, expect, it } from "vitest";
import { parseDecimal } from "#domain/money/amount.ts";
import { openDatabase } from "#server/db/openDatabase.ts";
import { type ClaimReply, claimOverHttp } from "#tests/support/claimOverHttp.ts";
import { prepareClaimScene } from "#tests/support/claimScene.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { startQuietBotApi } from "#tests/support/quietBotApi.ts";
import { type ServerProcess, startServerProcess } from "#tests/support/serverProcess.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";

const PEOPLE = 500;
const TAPS = 4;
const SHARES = 100;
const PROCESSES = 2;

let botApi: Awaited<ReturnType<typeof startQuietBotApi>>;

beforeAll(async () => {
  botApi = await startQuietBotApi();
});
afterAll(() => botApi.stop());

/** 500 people tap four times each, all at once, on one envelope. */
async function storm() {
  const test = await createTestDatabase();
  const servers: ServerProcess[] = [];
  try {
    const scene = await prepareClaimScene(test, { people: PEOPLE, envelopes: 1, shares: SHARES });
    const [envelope] = scene.envelopes;
    if (envelope === undefined) throw new Error("a storm needs an envelope");
    for (let started = 0; started < PROCESSES; started += 1) {
      servers.push(await startServerProcess({ ...test.environment, BOT_API_URL: botApi.url }));
    }
    const urls = servers.map(({ url }) => url);
    const taps = Array.from({ length: TAPS }).flatMap((_, tap) =>
      scene.people.map(async ({ tgUserId, token }) => {
        // A person's taps reach different processes.
        const url = urls[(Number(tgUserId) + tap) % urls.length] ?? "";
        return { tgUserId, reply: await claimOverHttp({ url, token, ...envelope }) };
      }),
    );
    const replies = await Promise.all(taps);
    await Promise.all(servers.map((server) => server.stop()));
    const database = await openDatabase(test.location, { logger: silentLogger });
    try {
      const claims = await database.kysely.selectFrom("claim").selectAll().execute();
      return { replies, claims, envelope, breaches: await findBreaches(database) };
    } finally {
      await database.close();
    }
  } finally {
    await Promise.all(servers.map((server) => server.kill()));
    await test.remove();
  }
}

/** The figures of a storm that must be exact. */
function summarize({ replies, claims, envelope, breaches }: Awaited<ReturnType<typeof storm>>) {
  const rowOf = new Map(claims.map((row) => [row.tg_user_id, row]));
  return {
    answers: new Set(replies.map(({ reply }) => `${reply.status} ${reply.error}`)),
    replies: replies.length,
    claims: claims.length,
    winners: new Set(claims.map((row) => row.tg_user_id)).size,
    slots: new Set(claims.map((row) => row.slot)).size,
    restBase: envelope.totalBase - claims.reduce((sum, row) => sum + row.amount_base, 0n),
    falseReplies: replies.filter(({ tgUserId, reply }) => !isTrue(reply, rowOf.get(tgUserId))),
    freshClaims: replies.filter(({ reply }) => reply.alreadyClaimed === false).length,
    repeatedClaims: replies.filter(({ reply }) => reply.alreadyClaimed === true).length,
    breaches,
  };
}

function isTrue(reply: ClaimReply, row: { claim_id: string; amount_base: bigint } | undefined): boolean {
  if (reply.error === "soldOut") return row === undefined;
  return row?.claim_id === reply.claimId && row.amount_base === parseDecimal(reply.amount ?? "", 18);
}

const EXACT = {
  answers: new Set(["200 null", "409 soldOut"]),
  replies: PEOPLE * TAPS,
  claims: SHARES,
  winners: SHARES,
  slots: SHARES,
  restBase: 0n,
  falseReplies: [],
  // Each winner gets the share as new once and as already claimed every other time.
  freshClaims: SHARES,
  repeatedClaims: SHARES * (TAPS - 1),
  breaches: [],
};

it("2,000 claims by 500 people over two server processes have exactly as many winners as shares", async () => {
  expect(summarize(await storm())).toEqual(EXACT);
});
