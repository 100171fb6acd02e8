import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "#tests/support/fastCheck.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OPERATIONS, type OperationId } from "#contract/operations.ts";
import type { OperationContract } from "#server/http/readContract.ts";
import { auditDatabase } from "#server/ledger/audit/auditDatabase.ts";
import { mutate, type Mutation, mutationArbitrary } from "./mutations.ts";
import { makeArbitrary } from "./schemaArbitrary.ts";
import { type ApiWalkthrough, walkThroughApi } from "./apiWalkthrough.ts";
import { createWorld, type World } from "./world.ts";

const RUNS_PER_CALL = Number(process.env["FUZZ_RUNS"] ?? 100);
const OPERATION_IDS = Object.keys(OPERATIONS) as OperationId[];

// Validates without coercion, independently of the server.
const ajv = addFormats(new Ajv2020({ strict: false }));

/** Every call with every error it declares, on a machine that may be busy. */
const WALK_TIMEOUT_MS = 180_000;

let world: World;
let known: ApiWalkthrough;

beforeAll(async () => {
  world = await createWorld();
  known = await walkThroughApi(world);
}, WALK_TIMEOUT_MS);
afterAll(() => world.close());

type Authority = "none" | "garbage" | "revoked" | "bearer" | "code" | "wrongCode" | "emptyCode";

interface Case {
  authority: Authority;
  index: number;
  query: unknown;
  body: unknown;
  mutation: { part: "query" | "body" | "text"; change: Mutation } | null;
  language: string;
  idempotencyKey: string | undefined;
}

function makeCases(operation: OperationContract): fc.Arbitrary<Case> {
  const { values } = known;
  return fc.record({
    authority: fc.oneof(
      { weight: 6, arbitrary: fc.constant<Authority>("bearer") },
      { weight: 2, arbitrary: fc.constant<Authority>("code") },
      { weight: 2, arbitrary: fc.constantFrom<Authority>("none", "garbage", "revoked", "wrongCode", "emptyCode") },
    ),
    index: fc.nat(1000),
    query: makeArbitrary(operation.query, values),
    body: operation.body === null ? fc.constant(undefined) : makeArbitrary(operation.body, values),
    mutation: fc.option(
      fc.record({
        part: fc.constantFrom("query" as const, "body" as const, "body" as const, "text" as const),
        change: mutationArbitrary,
      }),
      { freq: 2 },
    ),
    language: fc.constantFrom("en", "zh-cn", "km", "xx", ""),
    idempotencyKey: fc.option(fc.stringMatching(/^[!-~]{1,300}$/), { nil: undefined, freq: 3 }),
  });
}

const STRANGER_ERRORS: readonly string[] = [
  "unauthorized",
  "sessionRevoked",
  "paymentCodeInvalid",
  "paymentCodeMissing",
];

/** The answers that a caller with this authority may get; null means success. */
function allowOutcomes({ errors }: OperationContract, isValid: boolean): readonly (string | null)[] {
  if (!isValid) return ["invalidRequest"];
  return [null, ...errors];
}

/** Whether this authority may make the call. */
function isAuthorized({ security }: OperationContract, authority: Authority): boolean {
  if (security.length === 0) return true;
  return authority === "bearer" || (authority === "code" && security.includes("paymentCode"));
}

function toQuery(query: unknown): Record<string, string> {
  if (typeof query !== "object" || query === null) return {};
  return Object.fromEntries(Object.entries(query).map(([key, value]) => [key, toText(value)]));
}

function toText(value: unknown): string {
  return (typeof value === "string" ? value : JSON.stringify(value)).toWellFormed();
}

/** What the server reads of a body: a string is sent as it is, and may be JSON. */
function readSent(body: unknown): unknown {
  if (typeof body !== "string") return body;
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return body;
  }
}

/** The numbers in any query. */
const NUMBERS: ReadonlySet<string> = new Set(["limit", "round"]);

function isQueryValid(validate: ValidateFunction, query: Record<string, string>): boolean {
  const typed = Object.entries(query).map(([name, text]) => {
    const isNumber = NUMBERS.has(name) && /^-?[0-9]+$/.test(text);
    return [name, isNumber ? Number(text) : text];
  });
  return validate(Object.fromEntries(typed));
}

/** The same one twice would soon have logged in too often. */
let newcomers = 0;

const ENDING: ReadonlySet<OperationId> = new Set(["telegramLogout", "deleteAccount", "acceptRedEnvelope"]);

describe("every declared call", () => {
  test.each(OPERATION_IDS)("%s gives only declared answers", async (operationId) => {
    const operation = world.contract.get(operationId);
    if (operation === undefined) throw new Error(`no call ${operationId}`);
    const validateQuery = ajv.compile(operation.query);
    const validateBody = operation.body === null ? null : ajv.compile(operation.body);

    await fc.assert(
      fc.asyncProperty(makeCases(operation), async (drawn) => {
        const { mutation } = drawn;
        const query = toQuery(mutation?.part === "query" ? mutate(drawn.query, mutation.change) : drawn.query);
        const body = mutation?.part === "body" ? mutate(drawn.body, mutation.change) : drawn.body;
        const isText = mutation?.part === "text" && operation.method === "POST";
        // These calls lock or end their caller, so each request has a new user.
        const isFresh = ENDING.has(operationId);
        newcomers += 1;
        const bearers = isFresh ? [await world.logIn(900_000 + newcomers)] : known.bearers;
        const pick = (list: readonly string[]) => list[drawn.index % list.length] ?? "";

        const answer = await world.ask(operationId, {
          query,
          ip: `198.51.${drawn.index % 250}.${(drawn.index * 7) % 250}`,
          ...(operation.body === null ? {} : { body: body === undefined ? null : body }),
          ...(isText ? { body: JSON.stringify(body ?? {}) } : {}),
          ...(drawn.authority === "bearer" ? { bearer: pick(bearers) } : {}),
          ...(drawn.authority === "garbage" ? { bearer: "A".repeat(43) } : {}),
          ...(drawn.authority === "revoked" ? { bearer: known.revokedBearer } : {}),
          ...(drawn.authority === "code" ? { code: pick(known.paymentCodes) } : {}),
          ...(drawn.authority === "wrongCode" ? { code: "B".repeat(22) } : {}),
          ...(drawn.authority === "emptyCode" ? { code: "" } : {}),
          headers: {
            language: drawn.language,
            ...(isText ? { "content-type": "text/plain" } : {}),
            ...(drawn.idempotencyKey === undefined ? {} : { "idempotency-key": drawn.idempotencyKey }),
          },
        });

        const isKeyValid = !operation.isIdempotent || (drawn.idempotencyKey?.length ?? 0) <= 255;
        const isBodyValid = validateBody === null || validateBody(readSent(body));
        const isValid = isQueryValid(validateQuery, query) && isBodyValid && isKeyValid && !isText;
        const allowed = isAuthorized(operation, drawn.authority) ? allowOutcomes(operation, isValid) : STRANGER_ERRORS;
        expect(allowed, `${drawn.authority} ${isValid ? "valid" : "invalid"}`).toContain(answer.error);
      }),
      { numRuns: RUNS_PER_CALL },
    );
  });
});

test("each call succeeded and gave every error it declares", () => {
  const missing = OPERATION_IDS.flatMap((operationId) => {
    const operation = world.contract.get(operationId);
    const seen = world.seen.get(operationId);
    if (operation === undefined || seen === undefined) throw new Error(`no call ${operationId}`);
    return ["ok", ...operation.errors]
      .filter((outcome) => !seen.has(outcome))
      .map((outcome) => `${operationId} ${outcome}`);
  });
  expect(missing).toEqual([]);
});

test("the database has no breach afterwards", async () => {
  const { results } = await auditDatabase(world.app.database);
  expect(results.length).toBeGreaterThan(0);
  expect(results.filter(({ breachCount }) => breachCount > 0)).toEqual([]);
});
