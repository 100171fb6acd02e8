import { randomInt } from "node:crypto";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OPERATIONS, type OperationId } from "#contract/operations.ts";
import type { OperationContract } from "#server/http/readContract.ts";
import { auditDatabase } from "#server/ledger/audit/auditDatabase.ts";
import { applyDamage, type Damage, damageArbitrary } from "./damage.ts";
import { makeArbitrary } from "./schemaArbitrary.ts";
import { type Tour, tour } from "./tour.ts";
import { UNSEEN } from "./unseen.ts";
import { createWorld, type World } from "./world.ts";

const SEED = Number(process.env["FUZZ_SEED"] ?? randomInt(2 ** 31 - 1));
const RUNS_PER_CALL = Number(process.env["FUZZ_RUNS"] ?? 100);
const OPERATION_IDS = Object.keys(OPERATIONS) as OperationId[];

// The test's own reading of the schemas: nothing is turned into another type.
const ajv = addFormats(new Ajv2020({ strict: false }));

let world: World;
let known: Tour;

beforeAll(async () => {
  console.log(`FUZZ_SEED=${SEED}`);
  world = await createWorld();
  known = await tour(world);
});
afterAll(() => world.close());

type Authority = "none" | "garbage" | "revoked" | "bearer" | "code" | "wrongCode" | "emptyCode";

interface Case {
  authority: Authority;
  index: number;
  query: unknown;
  body: unknown;
  damage: { part: "query" | "body" | "text"; damage: Damage } | null;
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
    damage: fc.option(
      fc.record({
        part: fc.constantFrom("query" as const, "body" as const, "body" as const, "text" as const),
        damage: damageArbitrary,
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

/** What somebody with authority may hear; null stands for success. */
function allowOutcomes({ errors, isPlanned }: OperationContract, isValid: boolean): readonly (string | null)[] {
  if (!isValid) return ["invalidRequest"];
  return isPlanned ? ["notAvailable", "invalidRequest"] : [null, ...errors];
}

/** Whether this authority opens the call. */
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

function isQueryValid(validate: ValidateFunction, query: Record<string, string>): boolean {
  const { limit } = query;
  // The one number in any query.
  const typed = limit === undefined || !/^-?[0-9]+$/.test(limit) ? query : { ...query, limit: Number(limit) };
  return validate(typed);
}

describe("every declared call", () => {
  test.each(OPERATION_IDS)("%s answers nothing undeclared", async (operationId) => {
    const operation = world.contract.get(operationId);
    if (operation === undefined) throw new Error(`no call ${operationId}`);
    const validateQuery = ajv.compile(operation.query);
    const validateBody = operation.body === null ? null : ajv.compile(operation.body);

    await fc.assert(
      fc.asyncProperty(makeCases(operation), async (drawn) => {
        const { damage } = drawn;
        const query = toQuery(damage?.part === "query" ? applyDamage(drawn.query, damage.damage) : drawn.query);
        const body = damage?.part === "body" ? applyDamage(drawn.body, damage.damage) : drawn.body;
        const isText = damage?.part === "text" && operation.method === "POST";
        // These shut their caller out after a while, so each time somebody new asks.
        const isFresh = operationId === "telegramLogout" || operationId === "acceptRedEnvelope";
        const bearers = isFresh ? [await world.logIn(900_000 + drawn.index)] : known.bearers;
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
        const isBodyValid = validateBody === null || validateBody(body);
        const isValid = isQueryValid(validateQuery, query) && isBodyValid && isKeyValid && !isText;
        const allowed = isAuthorized(operation, drawn.authority) ? allowOutcomes(operation, isValid) : STRANGER_ERRORS;
        expect(allowed, `${drawn.authority} ${isValid ? "valid" : "damaged"}`).toContain(answer.error);
      }),
      { seed: SEED, numRuns: RUNS_PER_CALL },
    );
  });
});

test("each built call succeeded and told every error it declares", () => {
  const missing: string[] = [];
  const stale: string[] = [];
  for (const operationId of OPERATION_IDS) {
    const operation = world.contract.get(operationId);
    const seen = world.seen.get(operationId);
    if (operation === undefined || seen === undefined) throw new Error(`no call ${operationId}`);
    const expected: readonly string[] = operation.isPlanned ? operation.errors : ["ok", ...operation.errors];
    const reasons: Partial<Record<string, string>> = UNSEEN[operationId] ?? {};
    for (const outcome of expected) {
      if (!seen.has(outcome) && reasons[outcome] === undefined) missing.push(`${operationId} ${outcome}`);
    }
    for (const outcome of Object.keys(reasons)) {
      if (seen.has(outcome) || !expected.includes(outcome)) stale.push(`${operationId} ${outcome}`);
    }
  }
  expect(missing).toEqual([]);
  expect(stale).toEqual([]);
});

test("after all of it the books are right", async () => {
  const { results } = await auditDatabase(world.app.database);
  expect(results.length).toBeGreaterThan(0);
  expect(results.filter(({ breachCount }) => breachCount > 0)).toEqual([]);
});
