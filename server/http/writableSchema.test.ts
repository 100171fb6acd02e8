import Fastify from "fastify";
import { expect, test } from "vitest";
import { readContract, type Schema } from "./readContract.ts";
import { toWritableSchema } from "./writableSchema.ts";

const PART = { type: "object", required: ["id"], properties: { id: { type: "string" } } };

const answerOf = (field: Schema) => ({ type: "object", required: ["field"], properties: { field } });

async function write(schema: Schema, value: unknown): Promise<string> {
  const server = Fastify();
  server.get("/", { schema: { response: { 200: toWritableSchema(schema) } } }, async () => value);
  const { body } = await server.inject("/");
  await server.close();
  return body;
}

test("what may be null is written as null or as it is, without undeclared fields", async () => {
  const schema = answerOf({ description: "x", oneOf: [PART, { type: "null" }] });
  expect(toWritableSchema(schema)).toEqual(answerOf({ description: "x", ...PART, nullable: true }));
  expect(await write(schema, { field: null })).toBe('{"field":null}');
  expect(await write(schema, { field: { id: "a", secret: "b" } })).toBe('{"field":{"id":"a"}}');
});

test("null in lists and in what may be null itself", async () => {
  const schema = answerOf({
    type: "array",
    items: { oneOf: [{ type: "null" }, answerOf({ oneOf: [PART, { type: "null" }] })] },
  });
  const value = { field: [null, { field: null }, { field: { id: "a" } }] };
  expect(JSON.parse(await write(schema, value))).toEqual(value);
});

test("a choice between several shapes stays one", () => {
  const several = { oneOf: [PART, answerOf(PART), { type: "null" }] };
  const ofTypes = { oneOf: [{ type: ["string", "integer"] }, { type: "null" }] };
  expect(toWritableSchema(several)).toEqual(several);
  expect(toWritableSchema(ofTypes)).toEqual(ofTypes);
});

test("the answer of a claim is written without a choice", async () => {
  const claim = (await readContract()).find(({ operationId }) => operationId === "acceptRedEnvelope");
  const schema = claim?.responses["200"] ?? {};
  expect(JSON.stringify(schema)).toContain("oneOf");
  expect(JSON.stringify(toWritableSchema(schema))).not.toContain("oneOf");
});
