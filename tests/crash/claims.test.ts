import { afterAll, beforeAll, expect, it } from "vitest";
import { parseDecimal } from "#domain/money/parseDecimal.ts";
import { openDatabase } from "#server/db/openDatabase.ts";
import { type ClaimReply, claimOverHttp } from "#tests/support/claimOverHttp.ts";
import { prepareClaimScene } from "#tests/support/claimScene.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { startQuietBotApi } from "#tests/support/quietBotApi.ts";
import { type ServerProcess, startServerProcess } from "#tests/support/serverProcess.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";

const PEOPLE = 150;
const ENVELOPES = 10;
const SHARES = 60;
/** The server is killed when so many answers have arrived. */
const KILLS = [150, 400, 700];
const CLIENTS = 64;
const RETRY_MS = 50;

let botApi: Awaited<ReturnType<typeof startQuietBotApi>>;

beforeAll(async () => {
  botApi = await startQuietBotApi();
});
afterAll(() => botApi.stop());

it(
  "no answer contradicts the rows after kill -9 in mid-storm with retrying clients",
  { timeout: 180_000 },
  async () => {
    const test = await createTestDatabase();
    let server: ServerProcess | undefined;
    try {
      const scene = await prepareClaimScene(test, { people: PEOPLE, envelopes: ENVELOPES, shares: SHARES });
      const settings = { ...test.environment, BOT_API_URL: botApi.url };
      server = await startServerProcess(settings);
      const { url } = server;
      const port = Number(new URL(url).port);

      // Every fourth person taps twice.
      const asks = scene.envelopes
        .flatMap((envelope) =>
          scene.people.flatMap((person, index) =>
            Array.from({ length: index % 4 === 0 ? 2 : 1 }, () => ({ envelope, person })),
          ),
        )
        .map((ask, index) => ({ ask, place: (index * 7919) % 10_007 }))
        .sort((left, right) => left.place - right.place)
        .map(({ ask }) => ask);
      const answers: { envelopeId: string; tgUserId: bigint; reply: ClaimReply }[] = [];
      let retries = 0;

      async function answerOne({ envelope, person }: (typeof asks)[number]): Promise<void> {
        for (;;) {
          try {
            const reply = await claimOverHttp({ url, token: person.token, ...envelope });
            if (reply.status < 500) {
              answers.push({ envelopeId: envelope.envelopeId, tgUserId: person.tgUserId, reply });
              return;
            }
          } catch {
            // The server died under this call: nobody knows whether the share was won.
          }
          retries += 1;
          await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
        }
      }

      let next = 0;
      async function runClient(): Promise<void> {
        for (let ask = asks[next++]; ask !== undefined; ask = asks[next++]) await answerOne(ask);
      }
      async function killOften(): Promise<void> {
        for (const answered of KILLS) {
          while (answers.length < answered) await new Promise((resolve) => setTimeout(resolve, 1));
          await server?.kill();
          server = await startServerProcess(settings, port);
        }
      }
      await Promise.all([...Array.from({ length: CLIENTS }, runClient), killOften()]);
      await server.stop();

      expect(answers).toHaveLength(asks.length);
      expect(retries).toBeGreaterThan(0);
      const database = await openDatabase(test.location, { logger: silentLogger });
      try {
        const rows = await database.kysely.selectFrom("claim").selectAll().execute();
        const rowOf = new Map(rows.map((row) => [`${row.envelope_id} ${row.tg_user_id}`, row]));
        expect(rows).toHaveLength(ENVELOPES * SHARES);
        const contradictions = answers.filter(({ envelopeId, tgUserId, reply }) => {
          const row = rowOf.get(`${envelopeId} ${tgUserId}`);
          if (reply.error !== null) return reply.error !== "soldOut" || row !== undefined;
          return row?.claim_id !== reply.claimId || row.amount_base !== parseDecimal(reply.amount ?? "", 18);
        });
        expect(contradictions).toEqual([]);
        expect(await findBreaches(database)).toEqual([]);
      } finally {
        await database.close();
      }
    } finally {
      await server?.kill();
      await test.remove();
    }
  },
);
