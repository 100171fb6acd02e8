import { setNewest } from "#server/setNewest.ts";
import type { App } from "#server/app.ts";
import { keepPerBot } from "./botApi.ts";

/** A group's size only helps to choose a number. */
const KEPT_MS = 3_600_000;
/** What the messenger did not say is asked again. */
const UNKNOWN_KEPT_MS = 60_000;
const MOST_KEPT = 20_000;

interface Kept {
  count: Promise<number | null>;
  untilMs: number;
}

const getCounts = keepPerBot(() => new Map<bigint, Kept>());

/** How many members a chat has, bots among them, as the messenger said an hour ago at most; null where it does not say. */
export function askMemberCount(app: App, chatId: bigint): Promise<number | null> {
  const kept = getCounts(app);
  const nowMs = app.clock.now().getTime();
  const known = kept.get(chatId);
  if (known !== undefined && nowMs < known.untilMs) return known.count;
  const asked: Kept = { count: app.telegram.countMembers(chatId), untilMs: nowMs + KEPT_MS };
  setNewest(kept, chatId, asked, MOST_KEPT);
  return asked.count.then((count) => {
    if (count === null) asked.untilMs = nowMs + UNKNOWN_KEPT_MS;
    return count;
  });
}
