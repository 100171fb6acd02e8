import type { Selectable } from "kysely";
import type { App } from "#server/app.ts";
import { escapeHtml } from "#server/bot/botText.ts";
import type { Schema } from "#server/db/schema.ts";
import type { Job } from "#server/job.ts";
import { readTodo } from "./alarmKinds.ts";

const INTERVAL_MS = 1_000;
const BATCH = 20;
const REQUEST_TIMEOUT_MS = 5_000;
const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 300_000;
/** Some hours. */
const MAX_ATTEMPTS = 60;

type Channel = Schema["alarm_message"]["channel"];
type Waiting = Selectable<Schema["alarm"]> &
  Pick<Selectable<Schema["alarm_message"]>, "event" | "attempts" | "next_attempt_at">;
/** Null for one that arrived. */
type Failure = { reason: string; retryAfterMs: number | null; isFinal: boolean } | null;

/** Tells alarms to the webhook and to the operators' chat, each in the order in which they came. */
export const sendAlarms: Job = {
  name: "sendAlarms",
  intervalMs: INTERVAL_MS,
  async run(app, signal) {
    await Promise.all([sendAll(app, "webhook", signal), sendAll(app, "bot", signal)]);
  },
};

async function sendAll(app: App, channel: Channel, signal: AbortSignal): Promise<void> {
  const waiting = await app.database.kysely
    .selectFrom("alarm_message as m")
    .innerJoin("alarm as a", "a.alarm_id", "m.alarm_id")
    .selectAll("a")
    .select(["m.event", "m.attempts", "m.next_attempt_at"])
    .where("m.channel", "=", channel)
    .where("m.sent_at", "is", null)
    .where("m.failed_at", "is", null)
    .orderBy("m.created_at")
    .orderBy("m.event", "desc")
    .limit(BATCH)
    .execute();
  for (const message of waiting) {
    // A later one must not overtake one that waits.
    if (signal.aborted || message.next_attempt_at > app.clock.now()) return;
    const failure = await (channel === "webhook" ? post(app, message) : tell(app, message));
    const isGivenUp = await note(app, channel, message, failure);
    if (failure !== null && !isGivenUp) return;
  }
}

async function post({ config }: App, message: Waiting): Promise<Failure> {
  const { alarmWebhookUrl } = config;
  if (alarmWebhookUrl === null) return { reason: "no webhook is set", retryAfterMs: null, isFinal: true };
  const { alarm_id: id, kind, subject, event, details, raised_at: raisedAt, cleared_at: clearedAt } = message;
  const body = { id, alarm: kind, state: event, subject, text: details, todo: readTodo(kind), raisedAt, clearedAt };
  // Where it is posted to may be a secret, so no failure names it.
  const lost = { reason: "the webhook does not answer", retryAfterMs: null, isFinal: false };
  try {
    const response = await fetch(alarmWebhookUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      redirect: "manual",
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    await response.body?.cancel();
    return response.ok ? null : { ...lost, reason: `the webhook answers HTTP ${response.status}` };
  } catch {
    return lost;
  }
}

async function tell({ config, telegram }: App, { kind, event, details }: Waiting): Promise<Failure> {
  if (config.operatorChatId === null) return { reason: "no chat is set", retryAfterMs: null, isFinal: true };
  const html =
    event === "raised"
      ? `🔴 <b>${escapeHtml(details)}</b>\n${escapeHtml(readTodo(kind))}`
      : `🟢 Over: ${escapeHtml(details)}`;
  const outcome = await telegram.sendMessage(config.operatorChatId, { html });
  if (outcome.kind === "sent") return null;
  const { kind: result, reason } = outcome;
  return { reason, retryAfterMs: result === "retry" ? outcome.retryAfterMs : null, isFinal: result === "refused" };
}

/** Stores what became of a message; answers whether it is given up. */
async function note(app: App, channel: Channel, message: Waiting, failure: Failure): Promise<boolean> {
  const { alarm_id: alarmId, event, kind, attempts } = message;
  const now = app.clock.now();
  const isGivenUp = failure !== null && (failure.isFinal || attempts + 1 >= MAX_ATTEMPTS);
  const waitMs = failure?.retryAfterMs ?? Math.min(FIRST_WAIT_MS * 2 ** attempts, LONGEST_WAIT_MS);
  await app.database.kysely
    .updateTable("alarm_message")
    .set({
      attempts: attempts + 1,
      ...(failure === null ? { sent_at: now } : { next_attempt_at: new Date(now.getTime() + waitMs) }),
      ...(isGivenUp ? { failed_at: now } : {}),
    })
    .where("alarm_id", "=", alarmId)
    .where("channel", "=", channel)
    .where("event", "=", event)
    .execute();
  if (isGivenUp) app.logger.warn({ reason: `${kind} by ${channel}: ${failure.reason}` }, "an alarm was not delivered");
  return isGivenUp;
}
