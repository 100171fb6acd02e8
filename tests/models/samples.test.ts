import { readFileSync } from "node:fs";
import addFormats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import * as gallery from "#gallery/samples.ts";
import * as samples from "./samples.ts";

/** What of the contract each sample, or each of a list, is; null: nothing of it. */
const SCHEMAS: Readonly<Record<string, string | null>> = {
  LONG: null,
  sampleLaunch: null,
  sampleUser: "UserItem",
  sampleEnvelope: "Envelope",
  sampleUnpaidEnvelope: "Envelope",
  sampleClaim: "Claim",
  sampleEntry: "Entry",
  sampleOrder: "Order",
  sampleRequest: "PaymentRequest",
  sampleKind: null,
  sampleSystemInfo: "SystemInfo",
  samplePayout: "Payout",
  sampleSendInput: null,
  user: "UserItem",
  envelope: "Envelope",
  claimersEnvelope: "Envelope",
  strangersEnvelope: "Envelope",
  envelopes: "Envelope",
  claim: "Claim",
  claims: "Claim",
  receivedClaims: "ReceivedClaim",
  movements: "Movement",
  membersEnvelope: "Envelope",
  deposits: "DepositInfo",
  chats: "Chat",
  solvency: null,
  balanceChecks: null,
  claimFigures: "ClaimStatic",
  ranking: "Ranking",
  accountAmounts: "AccountAmountInfo",
  holdings: null,
  systemInfo: "SystemInfo",
  payouts: "Payout",
};

const ajv = addFormats(new Ajv2020({ strict: false }));
ajv.addSchema(JSON.parse(readFileSync("contract/openapi.json", "utf8")) as object, "contract");

test.each(Object.entries({ ...gallery, ...samples }))("%s can come from the server", (name, sample) => {
  const schema = SCHEMAS[name];
  expect(schema, `${name} is in the list`).toBeDefined();
  if (schema === null || schema === undefined) return;
  const validate = ajv.compile({ $ref: `contract#/components/schemas/${schema}` });
  for (const one of [sample].flat()) expect([validate(one), validate.errors]).toEqual([true, null]);
});
