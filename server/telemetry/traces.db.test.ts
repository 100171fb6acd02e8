import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSession } from "#server/accounts/sessions.ts";
import type { App } from "#server/app.ts";
import { createCallWatch } from "#server/chains/watchCall.ts";
import type { Database } from "#server/db/database.ts";
import { openDatabase } from "#server/db/openDatabase.ts";
import { buildHttp } from "#server/http/buildHttp.ts";
import { createAuthority } from "#server/http/authenticate.ts";
import { handlers } from "#server/http/handlers.ts";
import type { Job } from "#server/job.ts";
import { connectMailer } from "#server/mail/connectMailer.ts";
import { connectBotApi } from "#server/messenger/connectBotApi.ts";
import { startJobs } from "#server/jobs/startJobs.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from "#tests/support/otlpReceiver.ts";
import { startQuietBotApi } from "#tests/support/quietBotApi.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import { addressOf, addUsers, bindWallet, openEnvelope } from "#tests/support/story.ts";
import { createTestApp } from "#tests/support/testApp.ts";
import { waitUntilHolds } from "#tests/support/waitUntilHolds.ts";
import { isOnCitus } from "#tests/support/isOnCitus.ts";
import { createMetrics } from "./metrics.ts";
import { findTracing } from "./findTracing.ts";
import type { Tracing } from "./tracing.ts";

const SENDER = 900_000_001n;
const CLAIMERS = Array.from({ length: 12 }, (_, index) => 900_000_100n + BigInt(index));
const PASSPHRASE = "Nobody else reads this";
const ERROR = 2;

let receiver: OtlpReceiver;
let tracing: Tracing;
let store: TestDatabase;
let database: Database;
let app: App;
let behindProxy: FastifyInstance;
let withoutProxy: FastifyInstance;
let envelopeId: string;
const tokens = new Map<bigint, string>();

beforeAll(async () => {
  receiver = await startOtlpReceiver();
  const exporter = new OTLPTraceExporter({ url: `${receiver.url}/v1/traces` });
  const processor = new BatchSpanProcessor({ exporter, scheduledDelayMillis: 50 });
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [processor] }));
  tracing = requireTracing();
  store = await createTestDatabase();
  database = await openDatabase(store.location, { logger: silentLogger, tracing });
  const world = createTestApp(database, "traces", { TRUSTED_PROXIES: "127.0.0.1" });
  app = { ...world, telemetry: { metrics: createMetrics(), tracing } };
  await addUsers(app, [SENDER, ...CLAIMERS]);
  await bindWallet(app, SENDER);
  world.world.balances.set(addressOf(SENDER), 10n ** 24n);
  for (const id of CLAIMERS) tokens.set(id, (await createSession(app, id)).token);
  ({ envelopeId } = await openEnvelope(app, SENDER, { count: 50, totalAmount: "1", passphrase: PASSPHRASE }));
  behindProxy = await listen(app);
  withoutProxy = await listen({ ...app, config: { ...app.config, trustedProxies: [] } });
});

afterAll(async () => {
  await behindProxy.close();
  await withoutProxy.close();
  await database.close();
  await tracing.close();
  trace.disable();
  await store.remove();
  await receiver.stop();
});

function requireTracing(): Tracing {
  const found = findTracing();
  if (found === null) throw new Error("the SDK is not found");
  return found;
}

async function listen(of: App): Promise<FastifyInstance> {
  const server = await buildHttp(of, { handlers, authority: createAuthority(of), checkResponses: true });
  await server.listen({ port: 0, host: "127.0.0.1" });
  return server;
}

function claim(server: FastifyInstance, tgUserId: bigint, passphrase: string, headers: Record<string, string> = {}) {
  const { port } = server.server.address() as AddressInfo;
  return fetch(`http://127.0.0.1:${port}/api/v1/redpackage/acceptRedEnvelope`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${tokens.get(tgUserId)}`, ...headers },
    body: JSON.stringify({ envelopeId, passphrase }),
  });
}

function spansOf(traceId: string): ReceivedSpan[] {
  return receiver.spans.filter((span) => span.traceId === traceId);
}

async function waitForSpan(isWanted: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan> {
  await waitUntilHolds(() => expect(receiver.spans.some(isWanted)).toBe(true));
  const span = receiver.spans.find(isWanted);
  if (span === undefined) throw new Error("no such span");
  return span;
}

/** A trace of a caller, by a letter that repeats. */
function traceParentOf(letter: string) {
  const traceId = letter.repeat(32);
  const spanId = letter.repeat(16);
  return { traceId, spanId, headers: { traceparent: `00-${traceId}-${spanId}-01` } };
}

test.skipIf(isOnCitus)(
  "one claim is one trace: the proxy's, then the call, its batches and their statements",
  async () => {
    const { traceId, spanId, headers } = traceParentOf("a");
    expect((await claim(behindProxy, CLAIMERS[0] ?? 0n, PASSPHRASE, headers)).status).toBe(200);
    const call = await waitForSpan((span) => span.traceId === traceId && span.name === "acceptRedEnvelope");
    expect(call).toMatchObject({
      parentSpanId: spanId,
      kind: 2,
      attributes: { "http.response.status_code": 200, "http.route": "/api/v1/redpackage/acceptRedEnvelope" },
    });
    const spans = spansOf(traceId);
    const batch = spans.find(({ name }) => name === "batch claimShares");
    expect(batch).toMatchObject({ parentSpanId: call.spanId, links: [{ traceId, spanId: call.spanId }] });
    expect(spans.find(({ name }) => name === "claim_shares")).toMatchObject({
      parentSpanId: batch?.spanId,
      kind: 3,
      attributes: { "db.system.name": "postgresql", "db.operation.name": "select" },
    });
    expect(spans.map(({ name }) => name)).toContain("batch readSession");
    const ids = new Set([spanId, ...spans.map((span) => span.spanId)]);
    expect(spans.filter(({ parentSpanId }) => !ids.has(parentSpanId ?? ""))).toEqual([]);
  },
);

test("a call whose body comes late keeps its trace", async () => {
  const { traceId, headers } = traceParentOf("d");
  const { port } = behindProxy.server.address() as AddressInfo;
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const request = http.request(`http://127.0.0.1:${port}/api/v1/redpackage/acceptRedEnvelope`, {
    method: "POST",
    agent,
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${tokens.get(CLAIMERS[0] ?? 0n)}`,
      ...headers,
    },
  });
  request.flushHeaders();
  await waitForSpan((span) => span.traceId === traceId && span.name === "batch readSession");
  request.end(JSON.stringify({ envelopeId, passphrase: PASSPHRASE }));
  const [response] = (await once(request, "response")) as [http.IncomingMessage];
  response.resume();
  agent.destroy();
  // The span of the call ends last. The next test counts such spans, and this one is not to be among them.
  await waitForSpan((span) => span.traceId === traceId && span.name === "acceptRedEnvelope");
  expect(spansOf(traceId).map(({ name }) => name)).toContain("batch judgeTry");
});

test.skipIf(isOnCitus)("claims at one time share a batch that is linked with each of them", async () => {
  const crowd = CLAIMERS.slice(1);
  const before = receiver.spans.length;
  await Promise.all(crowd.map((id) => claim(behindProxy, id, PASSPHRASE)));
  await waitUntilHolds(() => {
    const calls = receiver.spans.slice(before).filter(({ name }) => name === "acceptRedEnvelope");
    expect(calls).toHaveLength(crowd.length);
  });
  const spans = receiver.spans.slice(before);
  const batches = spans.filter(({ name }) => name === "batch claimShares");
  const linked = batches.flatMap(({ links }) => links.map((link) => link.spanId));
  const calls = spans.filter(({ name }) => name === "acceptRedEnvelope");
  expect(linked.toSorted()).toEqual(calls.map(({ spanId }) => spanId).toSorted());
  const shared = batches.find(({ links }) => links.length > 1);
  const [first, second] = shared?.links ?? [];
  expect(shared).toMatchObject({ traceId: first?.traceId, parentSpanId: first?.spanId });
  const other = calls.find(({ spanId }) => spanId === second?.spanId);
  expect(other?.links.map(({ spanId }) => spanId)).toContain(shared?.spanId);
});

test("a caller that is no trusted proxy cannot write into a trace", async () => {
  const { traceId, headers } = traceParentOf("b");
  const before = receiver.spans.length;
  await claim(withoutProxy, CLAIMERS[0] ?? 0n, PASSPHRASE, headers);
  await waitUntilHolds(() =>
    expect(receiver.spans.slice(before).some(({ name }) => name === "acceptRedEnvelope")).toBe(true),
  );
  expect(spansOf(traceId)).toEqual([]);
});

test("a refused call says which error it was answered with, and is no failure of the server", async () => {
  const { traceId, headers } = traceParentOf("c");
  const response = await claim(behindProxy, CLAIMERS[0] ?? 0n, "something else", headers);
  const { error } = (await response.json()) as { error: string };
  const call = await waitForSpan((span) => span.traceId === traceId && span.name === "acceptRedEnvelope");
  expect(call).toMatchObject({
    statusCode: 0,
    attributes: { "error.type": error, "http.response.status_code": response.status },
  });
});

test("a job's run is a span with its statements, and tells of a failure only its kind", async () => {
  const job: Job = {
    name: "traced",
    intervalMs: 60_000,
    async run({ database: { kysely } }) {
      await kysely.selectFrom("wallet").select("address").execute();
      throw new RangeError("a secret text");
    },
  };
  const jobs = startJobs(app, [job]);
  const run = await waitForSpan(({ name }) => name === "job traced");
  await jobs.stop();
  expect(run).toMatchObject({ statusCode: ERROR, attributes: { "error.type": "RangeError" } });
  expect(spansOf(run.traceId).map(({ name }) => name)).toEqual(["select wallet", "job traced"]);
  expect(app.telemetry.metrics.format()).toContain('hongbao_job_run_failures_total{job="traced"} 1\n');
});

test("a statement that waits for a connection stays in its own trace", async () => {
  const spans = Array.from({ length: 40 }, (_, index) =>
    tracing.start({ name: `waiting ${index}`, kind: "internal", parent: undefined }),
  );
  await Promise.all(spans.map((span) => tracing.within(span, () => database.pool.query("select pg_sleep(0.01)"))));
  for (const span of spans) span.end();
  await waitForSpan(({ name }) => name === "waiting 39");
  for (const span of spans) {
    const { traceId, spanId } = span.spanContext();
    expect(spansOf(traceId).filter(({ parentSpanId }) => parentSpanId === spanId)).toHaveLength(1);
  }
});

test("a failed statement tells its code", async () => {
  const span = tracing.start({ name: "a test", kind: "internal" });
  const asked = tracing.within(span, () => database.pool.query("select * from no_such_table"));
  await expect(asked).rejects.toThrow("no_such_table");
  span.end();
  const statement = await waitForSpan(({ name }) => name === "select no_such_table");
  expect(statement).toMatchObject({ statusCode: ERROR, attributes: { "error.type": "42P01" } });
});

test("a call of a chain tells its method and the endpoint's place, and counts", async () => {
  const watch = createCallWatch({ coinType: "eth", place: 1, isAnswer: () => false }, app.telemetry);
  const call = watch((method: string) =>
    method === "eth_chainId" ? Promise.resolve("0x1") : Promise.reject(new Error("https://node.example/secret-key")),
  );
  await call("eth_chainId", []);
  await expect(call("eth_call", [])).rejects.toThrow("node.example");
  expect(await waitForSpan(({ name }) => name === "eth eth_call")).toMatchObject({
    kind: 3,
    statusCode: ERROR,
    attributes: { "hongbao.coin": "eth", "hongbao.endpoint": "2", "rpc.method": "eth_call", "error.type": "Error" },
  });
  const text = app.telemetry.metrics.format();
  expect(text).toContain('hongbao_chain_calls_total{coin="eth",endpoint="2"} 2\n');
  expect(text).toContain('hongbao_chain_call_failures_total{coin="eth",endpoint="2"} 1\n');
});

test("a call of the messenger and a mail tell what was done, and nobody's name", async () => {
  const messenger = await startQuietBotApi();
  const bot = await connectBotApi({ botToken: "1000000001:secret", botApiUrl: messenger.url }, tracing);
  await bot.sendMessage(SENDER, { html: "something else" });
  await messenger.stop();
  expect(await waitForSpan(({ name }) => name === "messenger sendMessage")).toMatchObject({
    kind: 3,
    attributes: { "rpc.method": "sendMessage" },
  });
  const config = { host: "127.0.0.1", port: 1, isSecure: false, mustEncrypt: false, user: null, password: "" };
  const mailer = connectMailer(
    { ...config, from: "Hongbao <no-reply@app.example>" },
    { logger: silentLogger, tracing },
  );
  await mailer.send({ to: "somebody@example.com", subject: "secret", text: "something else" });
  expect(await waitForSpan(({ name }) => name === "mail send")).toMatchObject({ statusCode: ERROR });
});

test("nothing that was sent holds a secret, a person or an id of theirs", () => {
  const people = [SENDER, ...CLAIMERS].map(String);
  const words = [PASSPHRASE, "something else", envelopeId, "secret", "node.example", "127.0.0.1", "example.com"];
  expect(receiver.text.length).toBeGreaterThan(1_000);
  for (const secret of [...tokens.values(), ...people, ...words]) expect(receiver.text).not.toContain(secret);
});
