import type { Page } from "playwright";
import { EXAMPLES } from "#contract/examples.ts";

/** Delay of the simulated server, so that the waiting animation plays too. */
const ANSWER_AFTER_MS = 400;

/** An envelope whose id begins so is drawn for all, and the person waits for the draw. */
export const TOGETHER = "together";
const WINDOW_S = 60;

/** Answers a claim's calls with fixed data: every envelope is open and has a share, or a place in its draw, for the person. */
export async function answerWithoutServer(page: Page): Promise<void> {
  let closesAt = new Date();
  await page.route("**/api/v1/redpackage/claimDetail?*", async (route) => {
    const envelope = makeEnvelope(new URL(route.request().url()).searchParams.get("envelopeId") ?? "");
    await route.fulfill({ json: { code: 200, msg: "", data: { envelope, claims: [], hasOpening: false } } });
  });
  await page.route("**/api/v1/redpackage/acceptRedEnvelope", async (route) => {
    const { envelopeId } = route.request().postDataJSON() as { envelopeId: string };
    await new Promise((resolve) => setTimeout(resolve, ANSWER_AFTER_MS));
    closesAt = new Date(Date.now() + (WINDOW_S * 1000) / 2);
    const won = envelopeId.startsWith(TOGETHER)
      ? { claim: null, entry: makeEntry(closesAt) }
      : { claim: makeClaim(envelopeId), entry: null };
    const data = { ...won, envelope: makeEnvelope(envelopeId), alreadyClaimed: false };
    await route.fulfill({ json: { code: 200, msg: "", data } });
  });
  await page.route("**/api/v1/redpackage/entry?*", (route) =>
    route.fulfill({ json: { code: 200, msg: "", data: { entry: makeEntry(closesAt), claim: null } } }),
  );
}

const makeEnvelope = (envelopeId: string) => ({
  ...EXAMPLES.Envelope,
  envelopeId,
  ...(envelopeId.startsWith(TOGETHER) ? { drawRule: "together", drawWindowS: WINDOW_S } : {}),
});
const makeClaim = (envelopeId: string) => ({ ...EXAMPLES.Claim, envelopeId });
/** Others enter all the time. */
const makeEntry = (closesAt: Date) => ({
  ...EXAMPLES.Entry,
  entries: EXAMPLES.Entry.entries + (Math.floor(Date.now() / 100) % 1000),
  closesAt: closesAt.toISOString(),
});
