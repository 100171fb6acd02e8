import type { App } from "#server/app.ts";
import type { BotApi } from "./botApi.ts";

/**
 * Whether a user is in a chat that is linked to them. If the messenger is unreachable the link counts: membership is
 * checked again at the send and before anything is posted.
 */
export async function askMembership(app: App, chatId: bigint, tgUserId: bigint): Promise<boolean> {
  try {
    return await app.telegram.isChatMember(chatId, tgUserId);
  } catch (error) {
    app.logger.warn({ chatId: String(chatId), error }, "asking the messenger for a chat member failed");
    return true;
  }
}

const KEPT_MS = 60_000;
/** Parallel questions to the messenger for one list. */
const AT_ONCE = 4;
const MOST_KEPT = 10_000;

interface Known {
  isMember: boolean;
  untilMs: number;
}

const knownBy = new WeakMap<BotApi, Map<string, Known>>();

/**
 * Finds which of these chats a user is in, at most a minute old: enough to show and to claim, not for a send. Asks the messenger
 * about a few chats at a time.
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

/** Removes the oldest entry if there are too many. */
function keep(known: Map<string, Known>, name: string, answer: Known): void {
  known.delete(name);
  known.set(name, answer);
  const [oldest] = known.keys();
  if (known.size > MOST_KEPT && oldest !== undefined) known.delete(oldest);
}
