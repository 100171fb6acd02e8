import { readFileSync } from "node:fs";
import addFormats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { EXAMPLES } from "#contract/examples.ts";
import * as samples from "#tests/support/samples.ts";

/** What of the contract a variation, or each of a list of them, is; null: nothing of it. */
const SCHEMAS: Readonly<Record<string, string | null>> = {
  LONG: null,
  sampleLaunch: null,
  sampleConnection: null,
  sampleConnected: null,
  sampleKind: null,
  sampleTonKind: null,
  sampleSendInput: null,
  sampleLife: null,
  sampleHoldings: null,
  sampleSolvency: null,
  sampleBalanceChecks: null,
  sampleChats: "Chat",
  sampleRanking: "Ranking",
  sampleDeposits: "DepositInfo",
  sampleUnpaidEnvelope: "Envelope",
  sampleOwnEnvelope: "Envelope",
  sampleMembersEnvelope: "Envelope",
  sampleClaimersEnvelope: "Envelope",
  sampleStrangersEnvelope: "Envelope",
  sampleEnvelopes: "Envelope",
  sampleClaims: "Claim",
  sampleReceivedClaims: "ReceivedClaim",
  sampleMovements: "Movement",
  samplePayouts: "Payout",
};

const ajv = addFormats(new Ajv2020({ strict: false }));
ajv.addSchema(JSON.parse(readFileSync("contract/openapi.json", "utf8")) as object, "contract");

function findFaults(schema: string | null, sample: unknown): unknown[] {
  if (schema === null) return [];
  const validate = ajv.compile({ $ref: `contract#/components/schemas/${schema}` });
  return [sample].flat().flatMap((one) => (validate(one) ? [] : (validate.errors ?? [])));
}

test.each(Object.entries(EXAMPLES))("the example of %s fits the contract", (schema, example) => {
  expect(findFaults(schema, example)).toEqual([]);
});

const examples: ReadonlySet<unknown> = new Set(Object.values(EXAMPLES));
const variations = Object.entries(samples).filter(([, sample]) => !examples.has(sample));

test.each(variations)("%s can come from the server", (name, sample) => {
  expect(Object.keys(SCHEMAS)).toContain(name);
  expect(findFaults(SCHEMAS[name] ?? null, sample)).toEqual([]);
});
