import type { Page } from "playwright";
import type { components } from "#contract/schema.d.ts";

/** Delay of the simulated server, so that the waiting animation plays too. */
const ANSWER_AFTER_MS = 400;

/** Answers a claim's calls with fixed data: every envelope is open and has a share for the person. */
export async function answerWithoutServer(page: Page): Promise<void> {
  await page.route("**/api/v1/redpackage/claimDetail?*", async (route) => {
    const envelope = makeEnvelope(new URL(route.request().url()).searchParams.get("envelopeId") ?? "");
    await route.fulfill({ json: { code: 200, msg: "", data: { envelope, claims: [], hasOpening: false } } });
  });
  await page.route("**/api/v1/redpackage/acceptRedEnvelope", async (route) => {
    const { envelopeId } = route.request().postDataJSON() as { envelopeId: string };
    await new Promise((resolve) => setTimeout(resolve, ANSWER_AFTER_MS));
    const data = { claim: makeClaim(envelopeId), envelope: makeEnvelope(envelopeId), alreadyClaimed: false };
    await route.fulfill({ json: { code: 200, msg: "", data } });
  });
}

function makeEnvelope(envelopeId: string): components["schemas"]["Envelope"] {
  return {
    envelopeId,
    type: "luckyDraw",
    coinType: "eth",
    totalAmount: "0.05",
    singleAmount: null,
    count: 5,
    remainingAmount: "0.037655",
    remainingCount: 4,
    status: "open",
    recordStatus: "partiallyReceived",
    receivedQuantity: 1,
    paidOutAmount: "0.012345",
    claimRule: "passphrase",
    conditions: [],
    passphrase: null,
    remark: "Happy Friday",
    coverId: "lunarNewYear",
    messageId: null,
    chatId: null,
    createdAt: "2026-11-20T12:00:00Z",
    openedAt: "2026-11-20T12:01:00Z",
    expiresAt: "2026-11-21T12:01:00Z",
    sender: { name: "Ann", url: null },
    commitment: null,
    isEndedBySender: false,
    drawRule: "instant",
    drawWindowS: null,
    entryCount: 0,
    closesAt: null,
  };
}

function makeClaim(envelopeId: string): components["schemas"]["Claim"] {
  return {
    claimId: "c1",
    envelopeId,
    coinType: "eth",
    amount: "0.012345",
    claimedAt: "2026-11-20T12:02:00Z",
    bestLuck: false,
    reaction: null,
    isMine: true,
    user: { name: "Bob", url: null },
  };
}
