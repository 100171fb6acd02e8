import { ApiError } from "#server/calls/apiError.ts";
import type { Handler } from "#server/calls/handler.ts";
import { FIRST_STATUSES, readHistory, type StatusHistory } from "#server/records/life.ts";

const CHARTS = { orderId: "order", envelopeId: "envelope", payoutId: "payout" } as const;

/** @throws ApiError `invalidRequest` unless exactly one id is given, `notFound` for what is not the caller's. */
export const systemHistory: Handler<"systemHistory"> = async ({ user: { tgUserId }, query }, app) => {
  const { orderId, envelopeId, payoutId } = query;
  const asked = Object.entries({ orderId, envelopeId, payoutId }).filter(([, id]) => id !== undefined);
  const [field, id] = asked[0] ?? [];
  if (asked.length !== 1 || field === undefined || id === undefined) throw new ApiError("invalidRequest");
  const history = await readHistory(app.database.kysely, id);
  if (history?.tgUserId !== tgUserId || history.chart !== CHARTS[field as keyof typeof CHARTS])
    throw new ApiError("notFound");
  return { items: [...listBegin(history), ...history.entries.map(toWireChange)] };
};

/** What no entry tells: how it began, and what it is now where its entries are not kept. */
function listBegin({ chart, entries, status, createdAt }: StatusHistory) {
  const born = { from: null, event: null, to: FIRST_STATUSES[chart], at: createdAt.toISOString() };
  const isKnown = entries.length > 0 || status === born.to;
  return isKnown ? [born] : [born, { from: null, event: null, to: status, at: null }];
}

function toWireChange({ source, event, target, at }: StatusHistory["entries"][number]) {
  return { from: source, event, to: target, at: at?.toISOString() ?? null };
}
