import { setNewest } from "#server/setNewest.ts";
import type { App } from "#server/app.ts";
import { Lines } from "#server/lines.ts";
import { doubleWait } from "#server/pause.ts";
import { keepPerBot, type MemberReply } from "./botApi.ts";
import { moveChat } from "./moveChat.ts";
import type { components } from "#contract/schema.d.ts";
import type { StoredCondition } from "#server/db/schema.ts";
import { toWireCondition } from "#server/records/wire.ts";

/** How long a certain answer holds. */
const KEPT_MS = 60_000;
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 60_000;
const MOST_KEPT = 20_000;
/** Of one list: a messenger that left so many questions without an answer is asked no more. */
const MOST_UNANSWERED = 3;
/** Questions of people's lists: so many at once altogether, and of one person; more of one person wait in no memory. */
const TURNS = { atOnce: 64, ofKey: 4, mostWaiting: 500 };

/** What is known of a person in a chat. Unknown is not yes: it gives nothing. */
export type MemberAnswer = { until: Date } & (
  | { membership: "yes" | "no" }
  | { membership: "unknown"; why: Extract<MemberReply, { kind: "unknown" }>["why"] }
);

interface Kept {
  answer: MemberAnswer;
  askedAt: Date;
  /** How often it was unknown in a row. */
  failures: number;
}

interface Answers {
  kept: Map<string, Kept>;
  /** Questions that the messenger has not answered yet. */
  asked: Map<string, Promise<MemberAnswer>>;
  turns: Lines<bigint>;
}

const getAnswers = keepPerBot<Answers>(() => ({ kept: new Map(), asked: new Map(), turns: new Lines(TURNS) }));

const toName = (chatId: bigint, tgUserId: bigint) => `${chatId}:${tgUserId}`;

/** What is kept of the messenger's answers; null if it has to be asked. */
export function recallMember(app: App, chatId: bigint, tgUserId: bigint): MemberAnswer | null {
  const answer = getAnswers(app).kept.get(toName(chatId, tgUserId))?.answer;
  return answer !== undefined && answer.until > app.clock.now() ? answer : null;
}

/**
 * Whether a person is in a chat: yes, no or unknown, as the messenger said a minute ago at most. What it did not say is
 * asked again after 2 s, then after twice as long, up to a minute. `isFresh`: an answer from before does not do.
 */
export function askMember(app: App, chatId: bigint, tgUserId: bigint, isFresh = false): Promise<MemberAnswer> {
  const recalled = recallMember(app, chatId, tgUserId);
  const mayAsk = recalled === null || (isFresh && recalled.membership !== "unknown");
  if (!mayAsk) return Promise.resolve(recalled);
  const { kept, asked } = getAnswers(app);
  const name = toName(chatId, tgUserId);
  const waiting = asked.get(name);
  if (waiting !== undefined) return waiting;

  const askedAt = app.clock.now();
  const question = ask(app, chatId, tgUserId, askedAt).then((answer) => {
    // An update has come meanwhile, which is newer.
    if (asked.get(name) !== question) return askMember(app, chatId, tgUserId);
    asked.delete(name);
    const before = kept.get(name)?.failures ?? 0;
    const failures = answer.membership === "unknown" ? before + 1 : 0;
    setNewest(kept, name, { answer, askedAt, failures }, MOST_KEPT);
    return answer;
  });
  asked.set(name, question);
  return question;
}

async function ask(app: App, chatId: bigint, tgUserId: bigint, askedAt: Date): Promise<MemberAnswer> {
  const reply = await app.telegram.askMember(chatId, tgUserId);
  if (reply.kind === "moved") {
    await moveChat(app, chatId, reply.toChatId);
    return askMember(app, reply.toChatId, tgUserId);
  }
  if (reply.kind !== "unknown") return { membership: reply.kind, until: new Date(askedAt.getTime() + KEPT_MS) };
  const { why, retryAfterMs } = reply;
  app.logger.warn({ chatId: String(chatId), reason: why }, "the messenger did not say who is a member");
  const failures = getAnswers(app).kept.get(toName(chatId, tgUserId))?.failures ?? 0;
  const waitMs = Math.max(doubleWait(FIRST_WAIT_MS, failures, LONGEST_WAIT_MS), retryAfterMs ?? 0);
  const until = new Date(app.clock.now().getTime() + Math.min(waitMs, LONGEST_WAIT_MS));
  return { membership: "unknown", why, until };
}

/** Asks about a person's chats, a few at a time and in turns with other people. */
export async function askMemberships(
  app: App,
  chatIds: readonly bigint[],
  tgUserId: bigint,
): Promise<ReadonlyMap<bigint, MemberAnswer>> {
  const answers = new Map<bigint, MemberAnswer>();
  const isAway = () => [...answers.values()].filter(isUnanswered).length >= MOST_UNANSWERED;
  await Promise.all(
    chatIds.map(async (chatId) => {
      const answer =
        recallMember(app, chatId, tgUserId) ??
        (await askInTurn(app, tgUserId, async () => (isAway() ? null : askMember(app, chatId, tgUserId))));
      answers.set(chatId, answer ?? { membership: "unknown", why: "away", until: app.clock.now() });
    }),
  );
  return answers;
}

/** Asks the messenger in turns with other people; null where too many questions of this person wait. */
export async function askInTurn<Reply>(app: App, person: bigint, put: () => Promise<Reply>): Promise<Reply | null> {
  const leave = await getAnswers(app).turns.enter(person);
  if (leave === "full") return null;
  try {
    return await put();
  } finally {
    leave();
  }
}

/** Whether the messenger did not answer, which may pass by itself. */
export function isUnanswered(answer: MemberAnswer): boolean {
  return answer.membership === "unknown" && answer.why === "away";
}

/** Whether the chat tells its members to administrators alone, and the bot is none. */
export function isHidden(answer: MemberAnswer | undefined): boolean {
  return answer?.membership === "unknown" && answer.why === "hidden";
}

interface MemberNews {
  chatId: bigint;
  tgUserId: bigint;
  isMember: boolean;
  at: Date;
}

/** The messenger tells that somebody has joined a chat or left it: what was known of them is so no more. */
export function noteMember(app: App, { chatId, tgUserId, isMember, at }: MemberNews): void {
  const { kept, asked } = getAnswers(app);
  const name = toName(chatId, tgUserId);
  const known = kept.get(name);
  if (known === undefined && !asked.has(name)) return;
  asked.delete(name);
  kept.delete(name);
  const until = new Date(Math.min(at.getTime(), app.clock.now().getTime()) + KEPT_MS);
  // What was asked later may be newer: it is asked once more.
  if (known !== undefined && known.askedAt > at) return;
  const answer = { membership: isMember ? "yes" : "no", until } as const;
  setNewest(kept, name, { answer, askedAt: at, failures: 0 }, MOST_KEPT);
}

/** The bot has become an administrator of a chat: what was hidden from it is told now. */
export function forgetHidden(app: App, chatId: bigint): void {
  const { kept } = getAnswers(app);
  for (const [name, { answer }] of kept) {
    if (name.startsWith(`${chatId}:`) && isHidden(answer)) kept.delete(name);
  }
}

/**
 * The conditions of an envelope with the chats' present names and links, and what is known of the person in them. Names
 * of private chats are for who is in them or in the envelope's group, which comes first, and for `seesAll`: who sent the
 * envelope or has a share.
 */
export async function readConditions(
  app: App,
  conditions: readonly StoredCondition[],
  { tgUserId, seesAll }: { tgUserId: bigint; seesAll: boolean },
): Promise<components["schemas"]["Condition"][]> {
  if (conditions.length === 0) return [];
  const chatIds = conditions.map(({ chatId }) => BigInt(chatId));
  const chats = await app.database.kysely
    .selectFrom("chat")
    .select(["chat_id", "title", "username"])
    .where("chat_id", "in", chatIds)
    .execute();
  const chatOf = new Map(chats.map(({ chat_id: chatId, ...chat }) => [String(chatId), chat]));
  const states = chatIds.map((chatId) => {
    const answer = recallMember(app, chatId, tgUserId);
    return answer === null || answer.membership === "unknown" ? null : answer.membership === "yes";
  });
  return conditions.map((condition, place) => {
    const isMet = states[place] ?? null;
    const isNamed = seesAll || isMet === true || states[0] === true;
    return toWireCondition({ ...condition, ...chatOf.get(condition.chatId) }, isMet, isNamed);
  });
}
