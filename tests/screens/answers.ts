import { samplePayouts, sampleSystemInfo, sampleAmounts, sampleUser } from "#tests/support/samples.ts";

/** A list that is whole. */
export const listOf = (items: readonly unknown[]) => ({ items, total: items.length, nextCursor: null });

/** What the server says to what a screen reads beside the chart that is walked; anything else has no answer yet. */
export const ANSWERS: Readonly<Record<string, unknown>> = {
  "/system/info": sampleSystemInfo,
  "/user/accountAmountInfo": sampleAmounts,
  "/user/getUserInfo": { userItem: sampleUser },
  "/business/coinPrice": { code: "ETHUSDT", price: "3051.12" },
  "/wallet/payouts": listOf(samplePayouts),
  "/wallet/autoPayout": { items: [] },
  "/wallet/list": listOf([]),
};

/** In place of `fetch`. */
export function answerCall(request: Request, others: Readonly<Record<string, unknown>> = {}): Promise<Response> {
  const path = new URL(request.url).pathname.replace("/api/v1", "");
  const data = others[path] ?? ANSWERS[path];
  return data === undefined ? new Promise(() => {}) : Promise.resolve(Response.json({ code: 200, msg: "ok", data }));
}
