import type { Page } from "playwright";
import { EXAMPLES } from "#contract/examples.ts";

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

const makeEnvelope = (envelopeId: string) => ({ ...EXAMPLES.Envelope, envelopeId });
const makeClaim = (envelopeId: string) => ({ ...EXAMPLES.Claim, envelopeId });
