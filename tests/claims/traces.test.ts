import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { claimOverHttp } from "#tests/support/claimOverHttp.ts";
import { prepareClaimScene } from "#tests/support/claimScene.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { type OtlpReceiver, startOtlpReceiver } from "#tests/support/otlpReceiver.ts";
import { startQuietBotApi } from "#tests/support/quietBotApi.ts";
import { startServerProcess } from "#tests/support/serverProcess.ts";
import { isOnCitus } from "#tests/support/isOnCitus.ts";

const PRELOAD = path.join(import.meta.dirname, "../support/openTelemetry.process.ts");

let botApi: Awaited<ReturnType<typeof startQuietBotApi>>;
let receiver: OtlpReceiver;
let store: TestDatabase;

beforeAll(async () => {
  [botApi, receiver, store] = await Promise.all([startQuietBotApi(), startOtlpReceiver(), createTestDatabase()]);
});
afterAll(async () => {
  await Promise.all([botApi.stop(), receiver.stop(), store.remove()]);
});

test.skipIf(isOnCitus)("a server process sends one claim as one trace, at the latest when it ends", async () => {
  const { people, envelopes } = await prepareClaimScene(store, { people: 1, envelopes: 1, shares: 2 });
  const [person, envelope] = [people[0], envelopes[0]];
  if (person === undefined || envelope === undefined) throw new Error("a claim needs a person and an envelope");
  const server = await startServerProcess({
    ...store.environment,
    BOT_API_URL: botApi.url,
    NODE_OPTIONS: `--import ${PRELOAD}`,
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
  });
  const reply = await claimOverHttp({ url: server.url, token: person.token, ...envelope });
  await server.stop();
  expect(reply.error).toBeNull();
  const calls = receiver.spans.filter(({ kind }) => kind === 2);
  expect(calls.map(({ name, parentSpanId }) => [name, parentSpanId ?? ""])).toEqual([["acceptRedEnvelope", ""]]);
  const names = receiver.spans.filter(({ traceId }) => traceId === calls[0]?.traceId).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["batch readSession", "batch claimShares", "claim_shares"]));
  expect(receiver.spans.some(({ name }) => name.startsWith("job "))).toBe(true);
  const { password } = new URL(store.location.databaseUrl);
  const secrets = [person.token, envelope.passphrase, envelope.envelopeId, reply.claimId, botApi.url, password];
  for (const secret of secrets.filter(Boolean)) expect(receiver.text).not.toContain(secret);
});
