import { randomUUID } from "node:crypto";
import { ERRORS, type ErrorKey } from "#contract/errors.ts";
import type { OperationId } from "#contract/operations.ts";
import { toLanguage } from "#domain/language/language.ts";
import { writeWait } from "#domain/writeWait.ts";
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { App } from "../app.ts";
import { type ChainState, listChains } from "../chains/chains.ts";
import { ChainUnavailable } from "../chains/chainUnavailable.ts";
import { allowAttempt, createCallCounter } from "#server/limits/attempts.ts";
import { findCallLimit, ofUser } from "../limits/limits.ts";
import { createProxyCheck, readAddress } from "../limits/readAddress.ts";
import { addWebhook } from "#server/bot/botJobs.ts";
import { ApiError } from "#server/calls/apiError.ts";
import { type Authority, type Caller, authenticate, readBearer } from "./authenticate.ts";
import { type Validator, compileTextValidator, compileValidator, hasUnstorableText } from "./compileValidator.ts";
import { loadErrorTexts } from "./errorTexts.ts";
import type { Call, Handler } from "#server/calls/handler.ts";
import type { Handlers } from "./handlers.ts";
import { isConnectionLost } from "#server/db/failures.ts";
import { withIdempotency } from "#server/calls/withIdempotency.ts";
import { addWalletFiles, isPageRequest, isPaymentPage, loadPage, packPage, servePage } from "./servePage.ts";
import { type OperationContract, type Schema, readContract } from "./readContract.ts";
import { hashInlineScripts, makeSecurityHeaders } from "./securityHeaders.ts";
import { traceCalls } from "./traceCalls.ts";
import { toWritableSchema } from "./writableSchema.ts";

const BODY_LIMIT_BYTES = 16 * 1024;
const READY_TIMEOUT_MS = 3000;
/** Retry-After when the database is lost: a restart or failover takes some seconds. */
const LOST_RETRY_AFTER_S = 2;
/** Limit for a whole request, including its body. */
const REQUEST_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 15_000;
/**
 * Longer than proxies keep an idle connection: the proxy closes it first and never reuses one that the server has just
 * closed.
 */
const KEEP_ALIVE_TIMEOUT_MS = 72_000;
/** How often the timeouts above are checked. */
const TIMEOUT_CHECK_MS = 5_000;
const MAX_REQUESTS_PER_SOCKET = 10_000;
const MAX_CONNECTIONS = 10_000;

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller | null;
    /** Of the error that it was answered with. */
    errorKey: ErrorKey | null;
  }
  interface FastifyContextConfig {
    contract?: OperationContract;
  }
}

export interface HttpOptions {
  handlers: Handlers;
  authority: Authority;
  /** Answers 500 for a response that openapi.yaml does not declare, so that tests fail. */
  checkResponses: boolean;
}

function readHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** The caller's address: the last that no trusted proxy has. Where what a proxy wrote is none, that of the socket. */
function readIp(request: FastifyRequest): string {
  return readAddress(request.ip) ?? readAddress(request.socket.remoteAddress) ?? "";
}

/** The API error of a failure. What the framework cannot parse is an invalid request. */
function toApiError(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error;
  if (error instanceof ChainUnavailable) return new ApiError("chainUnavailable");
  if (isConnectionLost(error)) return new ApiError("serviceUnavailable", { retryAfterSeconds: LOST_RETRY_AFTER_S });
  if (!(error instanceof Error)) return null;
  const { validation, code = "", statusCode = 500 } = error as Partial<FastifyError>;
  const isRefused = validation !== undefined || (code.startsWith("FST_ERR_") && statusCode >= 400 && statusCode < 500);
  return isRefused ? new ApiError("invalidRequest") : null;
}

/** Builds the HTTP server: the calls of openapi.yaml, health checks and the app. */
export async function buildHttp(
  app: App,
  { handlers, authority, checkResponses }: HttpOptions,
): Promise<FastifyInstance> {
  const { config, logger } = app;
  const { metrics, tracing } = app.telemetry;
  const findErrorText = await loadErrorTexts();
  const contract = await readContract();
  const html = await loadPage(config);
  const choosePage = html === null ? null : packPage(html);
  const countCall = createCallCounter(app);
  const scriptHashes = html === null ? [] : hashInlineScripts(html);
  const securityHeaders = makeSecurityHeaders(config, scriptHashes, config.messengerOrigins);
  const paymentPageHeaders = makeSecurityHeaders(config, scriptHashes, ["'none'"]);
  /** Requests that lost the database. Like a 500, that is not declared but may happen to any call. */
  const lost = new WeakSet<FastifyRequest>();

  function sendError(error: ApiError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const { status, code } = ERRORS[error.key];
    request.errorKey = error.key;
    const params = {
      ...error.params,
      ...(error.retryAfterSeconds === undefined ? {} : writeWait(error.retryAfterSeconds)),
    };
    if (error.retryAfterSeconds !== undefined) reply.header("retry-after", String(error.retryAfterSeconds));
    reply.headers(error.headers);
    const msg = findErrorText(
      error.messageKey ?? `errors:${error.key}`,
      toLanguage(readHeader(request, "language") ?? ""),
      params,
    );
    return reply.code(status).send({ code, msg, data: error.data, error: error.key });
  }

  function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const failure = toApiError(error);
    const contract = request.routeOptions.config.contract;
    if (failure === null) {
      logger.error({ requestId: request.id, operationId: contract?.operationId, error }, "request failed");
      return sendError(new ApiError("internal"), request, reply);
    }
    if (isConnectionLost(error)) {
      lost.add(request);
      logger.warn(
        { requestId: request.id, operationId: contract?.operationId, error },
        "a call failed: database connection lost",
      );
    } else if (contract !== undefined && !contract.errors.includes(failure.key)) {
      logger.error(
        { requestId: request.id, operationId: contract.operationId, reason: failure.key },
        "undeclared error",
      );
      if (checkResponses) return sendError(new ApiError("internal"), request, reply);
    }
    return sendError(failure, request, reply);
  }

  const server = Fastify({
    logger: false,
    trustProxy: createProxyCheck(config.trustedProxies),
    bodyLimit: BODY_LIMIT_BYTES,
    exposeHeadRoutes: false,
    forceCloseConnections: "idle",
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    maxRequestsPerSocket: MAX_REQUESTS_PER_SOCKET,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: TIMEOUT_CHECK_MS },
    genReqId: () => randomUUID(),
    frameworkErrors: (error, request, reply) => void answerFailure(error, request, reply),
  });
  server.server.maxConnections = MAX_CONNECTIONS;
  // Set before the routes, so that an unknown or malformed request gets the product's error shape too.
  server.setErrorHandler((error, request, reply) => answerFailure(error, request, reply));
  server.setNotFoundHandler((request, reply) => {
    if (choosePage === null || !isPageRequest(request)) return sendError(new ApiError("notFound"), request, reply);
    const { encoding, body } = choosePage(readHeader(request, "accept-encoding"));
    if (encoding !== null) reply.header("content-encoding", encoding);
    reply.headers({ "cache-control": "no-cache", vary: "accept-encoding" });
    if (isPaymentPage(request.url)) reply.headers(paymentPageHeaders);
    return reply.type("text/html; charset=utf-8").send(body);
  });
  // A text body would bypass the validation of the JSON body.
  server.removeContentTypeParser("text/plain");
  server.setValidatorCompiler<Schema>(({ schema, httpPart }) => {
    return httpPart === "body" ? compileValidator(schema) : compileTextValidator(schema);
  });
  server.decorateRequest("caller", null);
  server.decorateRequest("errorKey", null);
  if (tracing !== null) traceCalls(server, tracing, config.trustedProxies);
  server.addHook("onRequest", async (request, reply) => {
    reply.headers(securityHeaders);
    if (request.url.startsWith("/api/")) reply.header("cache-control", "no-store");
  });
  server.addHook("onResponse", async (request, reply) => {
    const operationId = request.routeOptions.config.contract?.operationId;
    if (operationId !== undefined) metrics.countCall(operationId, reply.statusCode, reply.elapsedTime / 1000);
    logger.debug(
      {
        requestId: request.id,
        operationId,
        method: request.method,
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime),
      },
      "request",
    );
  });

  for (const operation of contract) {
    metrics.showOperation(operation.operationId);
    addOperation(server, operation);
  }
  addHealthChecks(server);
  if (config.webhookSecret !== null) addWebhook(server, app, config.webhookSecret);
  addWalletFiles(server, config);
  if (html !== null) await servePage(server, config);
  return server;

  function addOperation(server: FastifyInstance, operation: OperationContract): void {
    const handler = handlers[operation.operationId] as Handler<OperationId>;
    const callLimit = findCallLimit(operation.operationId);
    const answerValidators = new Map<string, Validator>(
      checkResponses
        ? Object.entries(operation.responses).map(([status, schema]) => [status, compileValidator(schema)])
        : [],
    );
    server.route<{ Querystring: unknown; Body: unknown }>({
      method: operation.method,
      url: operation.url,
      config: { contract: operation },
      schema: {
        querystring: operation.query,
        headers: operation.headers,
        ...(operation.body === null ? {} : { body: operation.body }),
        // Serialises success only and removes undeclared fields; sendError writes every error.
        response: { 200: toWritableSchema(operation.responses["200"] ?? {}) },
      },
      onRequest: async (request) => {
        const credentials = {
          authorization: request.headers.authorization,
          paymentCode: readHeader(request, "x-external-payment-code"),
          ip: readIp(request),
        };
        request.caller = await authenticate(operation, credentials, authority);
        if (request.caller.ownerId !== null) await countCall(request.caller.ownerId);
      },
      preHandler: async (request) => {
        if (hasUnstorableText(request.body)) throw new ApiError("invalidRequest");
      },
      ...(checkResponses ? { onSend: checkAnswer } : {}),
      handler: async (request) => {
        const { caller } = request;
        const idempotencyKey = readHeader(request, "idempotency-key") ?? null;
        // The compiler has checked the contract's types where handlers.ts assigns the handler.
        const call = {
          user: caller?.user ?? null,
          bearer: readBearer(request.headers.authorization),
          paymentCode: caller?.paymentCode ?? null,
          query: request.query,
          body: operation.body === null ? null : request.body,
          requestId: null,
          ip: readIp(request),
          language: toLanguage(readHeader(request, "language") ?? ""),
          scheme: request.protocol,
          host: request.host,
        } as Call<OperationId>;
        const { ownerId = null, idempotencyOwner = null } = caller ?? {};
        const allow = async () => {
          if (callLimit !== null && ownerId !== null) await allowAttempt(app, ofUser(callLimit, ownerId));
        };
        const run = (requestId: string | null) => handler({ ...call, requestId }, app);
        if (!operation.isIdempotent || idempotencyKey === null || ownerId === null || idempotencyOwner === null) {
          await allow();
          return { code: 200, msg: "ok", data: await run(null) };
        }
        const { operationId } = operation;
        const keyed = { ownerId, authority: idempotencyOwner, operationId, key: idempotencyKey };
        const data = await withIdempotency({ ...keyed, body: request.body, allow }, app, run);
        return { code: 200, msg: "ok", data };
      },
    });

    async function checkAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
      // A 500 is never declared and fails every test.
      if (reply.statusCode === ERRORS.internal.status || lost.has(request)) return payload;
      const problem = findAnswerProblem(reply, payload);
      if (problem === null) return payload;
      logger.error(
        { requestId: request.id, operationId: operation.operationId, reason: problem },
        "response violates the contract",
      );
      reply.code(ERRORS.internal.status);
      const key: ErrorKey = "internal";
      return JSON.stringify({ code: ERRORS[key].code, msg: problem, data: null, error: key });
    }

    function findAnswerProblem(reply: FastifyReply, payload: unknown): string | null {
      const validate = answerValidators.get(String(reply.statusCode));
      if (validate === undefined) return `status ${reply.statusCode} is not declared`;
      if (typeof payload !== "string") return "the answer is no JSON text";
      if (validate(JSON.parse(payload))) return null;
      const [first] = validate.errors ?? [];
      return `${first?.instancePath} ${first?.message}`;
    }
  }

  function addHealthChecks(server: FastifyInstance): void {
    server.get("/healthz", async () => ({ code: 200, msg: "ok", data: null }));
    server.get("/readyz", async () => {
      const signal = AbortSignal.timeout(READY_TIMEOUT_MS);
      const late = new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(new Error("late"))));
      try {
        await Promise.race([app.database.pool.query("select 1"), late]);
      } catch {
        throw new ApiError("serviceUnavailable");
      }
      // An unreachable chain stops its own coin only, so the server stays ready.
      return { code: 200, msg: "ok", data: { chains: readChainStates(app) } };
    });
  }
}

function readChainStates({ chains }: App): Record<string, ChainState> {
  return Object.fromEntries(listChains(chains).map(({ facts, state }) => [facts.coinType, state]));
}
