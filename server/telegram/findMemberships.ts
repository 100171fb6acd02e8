import type { App } from "#server/app.ts";
import { askMembership } from "./askMembership.ts";
import type { BotApi } from "#server/bot/botApi.ts";

const KEPT_MS = 60_000;
/** Questions to the messenger at a time, of one list. */
const AT_ONCE = 4;
const MOST_KEPT = 10_000;

interface Known {
  isMember: boolean;
  untilMs: number;
}

const knownBy = new WeakMap<BotApi, Map<string, Known>>();

/**
 * Which of these chats a user is in, as of the last minute: enough for showing a list, not for a send. Asks the
 * messenger about a few chats at a time.
 */
export async function findMemberships(
  app: App,
  chatIds: readonly bigint[],
  tgUserId: bigint,
): Promise<ReadonlySet<bigint>> {
  const known = knownBy.get(app.telegram) ?? new Map<string, Known>();
  knownBy.set(app.telegram, known);
  const found = new Set<bigint>();
  const waiting = [...chatIds];

  async function ask(): Promise<void> {
    for (let chatId = waiting.shift(); chatId !== undefined; chatId = waiting.shift()) {
      const name = `${chatId}:${tgUserId}`;
      const nowMs = app.clock.now().getTime();
      const kept = known.get(name);
      const isFresh = kept !== undefined && kept.untilMs > nowMs;
      const isMember = isFresh ? kept.isMember : await askMembership(app, chatId, tgUserId);
      if (!isFresh) keep(known, name, { isMember, untilMs: nowMs + KEPT_MS });
      if (isMember) found.add(chatId);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, ask));
  return found;
}

/** The oldest answer goes where too many are kept. */
function keep(known: Map<string, Known>, name: string, answer: Known): void {
  known.delete(name);
  known.set(name, answer);
  const [oldest] = known.keys();
  if (known.size > MOST_KEPT && oldest !== undefined) known.delete(oldest);
}
