import { expect, test } from "vitest";
import { MESSAGE_IDS } from "#domain/copyTexts.ts";
import { COVER_IDS } from "#domain/covers.ts";
import { readContract } from "#server/http/readContract.ts";
import { findDrift } from "../scripts/generate.ts";

test("contract/ is what openapi.yaml says", async () => {
  expect(await findDrift()).toEqual([]);
});

test("a send takes the covers and wishes there are", async () => {
  const send = (await readContract()).find(({ operationId }) => operationId === "sendRedEnvelope");
  expect(send?.body).toMatchObject({
    properties: { coverId: { enum: COVER_IDS }, messageId: { enum: MESSAGE_IDS } },
  });
});
