import type { App } from "#server/app.ts";
import type { BotApi } from "./botApi.ts";

const KEPT_MS = 60_000;
const MOST_KEPT = 20_000;

/** What the messenger said of a person in a chat. */
export interface MemberAnswer {
  isMember: boolean;
  /** From when on it is asked again. */
  until: Date;
}

interface Answers {
  kept: Map<string, MemberAnswer>;
  /** Questions that the messenger has not answered yet. */
  asked: Map<string, Promise<MemberAnswer>>;
}

const answersOf = new WeakMap<BotApi, Answers>();

/** What is kept of the messenger's answers; null if it has to be asked. */
export function recallMember(app: App, chatId: bigint, tgUserId: bigint): MemberAnswer | null {
  const kept = getAnswers(app).kept.get(`${chatId}:${tgUserId}`);
  return kept !== undefined && kept.until > app.clock.now() ? kept : null;
}

/**
 * Whether a person is in a chat, as the messenger tells the bot for sure: one question a minute for a person and a chat,
 * whatever it answers. Rejects if it does not answer; that is not kept.
 */
export function askMember(app: App, chatId: bigint, tgUserId: bigint): Promise<MemberAnswer> {
  const recalled = recallMember(app, chatId, tgUserId);
  if (recalled !== null) return Promise.resolve(recalled);
  const { kept, asked } = getAnswers(app);
  const name = `${chatId}:${tgUserId}`;
  const waiting = asked.get(name);
  if (waiting !== undefined) return waiting;

  const until = new Date(app.clock.now().getTime() + KEPT_MS);
  const question = app.telegram
    .askMember(chatId, tgUserId)
    .then((isMember) => keep(kept, name, { isMember, until }))
    .finally(() => asked.delete(name));
  asked.set(name, question);
  return question;
}

function getAnswers({ telegram }: App): Answers {
  let answers = answersOf.get(telegram);
  if (answers === undefined) {
    answers = { kept: new Map(), asked: new Map() };
    answersOf.set(telegram, answers);
  }
  return answers;
}

/** Removes the oldest entry if there are too many. */
function keep(kept: Map<string, MemberAnswer>, name: string, answer: MemberAnswer): MemberAnswer {
  kept.delete(name);
  kept.set(name, answer);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  return answer;
}
