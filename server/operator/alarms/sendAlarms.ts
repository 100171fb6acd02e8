import type { App } from "#server/app.ts";
import { escapeHtml } from "#server/messenger/botText.ts";
import type { Job } from "#server/job.ts";
import { type Delivery, deliverDue, type Letter } from "#server/outbox/deliver.ts";
import { readTodo } from "./alarmKinds.ts";

const REQUEST_TIMEOUT_MS = 5_000;
/** Some hours. */
const MAX_ATTEMPTS = 300;

export type AlarmEvent = "raised" | "cleared";
type AlarmMessage = Awaited<ReturnType<typeof readMessage>>;

const CHANNELS = { webhook: post, bot: tell } as const;
export const ALARM_CHANNELS = ["webhook", "bot"] as const satisfies (keyof typeof CHANNELS)[];

/**
 * Tells alarms to the webhook or to the operators' chat, that one is over after that it was raised. Each has a job of its
 * own: one that is away keeps back nothing of the other.
 */
export function sendAlarms(channel: keyof typeof CHANNELS): Job {
  return {
    name: `sendAlarms:${channel}`,
    intervalMs: 1_000,
    async run(app, signal) {
      const outbox = {
        queue: "alarm_message" as const,
        kinds: [channel],
        isOrdered: true as const,
        maxAttempts: MAX_ATTEMPTS,
        deliver: async (letter: Letter) => CHANNELS[channel](app, await readMessage(app, letter)),
      };
      await deliverDue(app, outbox, signal);
    },
  };
}

async function readMessage({ database }: App, { taker: alarmId, payload }: Letter) {
  const alarm = await database.kysely
    .selectFrom("alarm")
    .selectAll()
    .where("alarm_id", "=", alarmId)
    .executeTakeFirstOrThrow();
  return { ...alarm, ...(payload as { event: AlarmEvent }) };
}

async function post({ config }: App, message: AlarmMessage): Promise<Delivery> {
  const { alarmWebhookUrl } = config;
  if (alarmWebhookUrl === null) return { kind: "refused", reason: "no webhook is set" };
  const { alarm_id: id, kind, subject, event, details, raised_at: raisedAt, cleared_at: clearedAt } = message;
  const body = { id, alarm: kind, state: event, subject, text: details, todo: readTodo(kind), raisedAt, clearedAt };
  // Where it is posted to may be a secret, so no failure names it.
  const lost = { kind: "retry" as const, retryAfterMs: null, reason: "the webhook does not answer" };
  try {
    const response = await fetch(alarmWebhookUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      redirect: "manual",
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    await response.body?.cancel();
    return response.ok ? { kind: "sent" } : { ...lost, reason: `the webhook answers HTTP ${response.status}` };
  } catch {
    return lost;
  }
}

async function tell({ config, telegram }: App, { kind, event, details }: AlarmMessage): Promise<Delivery> {
  if (config.operatorChatId === null) return { kind: "refused", reason: "no chat is set" };
  const html =
    event === "raised"
      ? `🔴 <b>${escapeHtml(details)}</b>\n${escapeHtml(readTodo(kind))}`
      : `🟢 Over: ${escapeHtml(details)}`;
  const told = await telegram.sendMessage(config.operatorChatId, { html });
  // The setting still names the group that became a supergroup.
  const outcome = told.kind === "moved" ? await telegram.sendMessage(told.toChatId, { html }) : told;
  return outcome.kind === "forbidden" || outcome.kind === "moved" ? { ...outcome, kind: "refused" } : outcome;
}
