import type { Kysely } from "kysely";
import type { App } from "#server/app.ts";
import { createId } from "#server/random.ts";
import { transact } from "#server/db/transact.ts";
import type { Schema } from "#server/db/schema.ts";
import type { Job } from "#server/job.ts";
import { workOnDue } from "#server/outbox/failedWork.ts";
import type { AlarmKind, Finding } from "./alarmKinds.ts";
import { listSearches } from "./findAlarms.ts";
import type { AlarmEvent } from "./sendAlarms.ts";

const JOB = "watchForAlarms";
const INTERVAL_MS = 5_000;

/** Raises an alarm for what is wrong, once, and clears it when it is over. `listJobs` names the jobs that must run. */
export function watchForAlarms(listJobs: () => readonly Pick<Job, "name" | "intervalMs">[]): Job {
  let sinceMs: number | null = null;
  return {
    name: JOB,
    intervalMs: INTERVAL_MS,
    async run(app) {
      const nowMs = app.clock.now().getTime();
      sinceMs ??= nowMs;
      for (const { kind, find } of listSearches(app, listJobs(), nowMs - sinceMs)) await compare(app, kind, find);
    },
  };
}

/** Makes the open alarms of a kind those that are found. What cannot be looked for, raised or cleared holds up no other. */
async function compare(app: App, kind: AlarmKind, find: () => Promise<readonly Finding[]>): Promise<void> {
  await workOnDue(app, JOB, kind, async () => {
    const findings = await find();
    const open = await app.database.kysely
      .selectFrom("alarm")
      .selectAll()
      .where("kind", "=", kind)
      .where("cleared_at", "is", null)
      .execute();
    const raised = findings.filter(({ subject }) => open.every((alarm) => alarm.subject !== subject));
    const over = open.filter((alarm) => findings.every(({ subject }) => subject !== alarm.subject));
    const name = ({ subject }: { subject: string }) => `${kind}:${subject}`;
    for (const finding of raised) await workOnDue(app, JOB, name(finding), () => raise(app, finding));
    for (const alarm of over) await workOnDue(app, JOB, name(alarm), () => clear(app, alarm.alarm_id));
  });
}

function raise(app: App, finding: Finding): Promise<void> {
  return transact(app.database.kysely, async (trx) => {
    const alarmId = createId(app.random);
    const raised = await trx
      .insertInto("alarm")
      .values({ alarm_id: alarmId, ...finding, raised_at: app.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .returning("alarm_id")
      .execute();
    if (raised.length === 1) await queueMessages(trx, app, alarmId, "raised");
  });
}

function clear(app: App, alarmId: string): Promise<void> {
  return transact(app.database.kysely, async (trx) => {
    const cleared = await trx
      .updateTable("alarm")
      .set({ cleared_at: app.clock.now() })
      .where("alarm_id", "=", alarmId)
      .where("cleared_at", "is", null)
      .returning("alarm_id")
      .execute();
    if (cleared.length === 1) await queueMessages(trx, app, alarmId, "cleared");
  });
}

async function queueMessages(
  trx: Kysely<Schema>,
  { config, clock }: Pick<App, "config" | "clock">,
  alarmId: string,
  event: AlarmEvent,
): Promise<void> {
  const channels = [
    ...(config.alarmWebhookUrl === null ? [] : (["webhook"] as const)),
    ...(config.operatorChatId === null ? [] : (["bot"] as const)),
  ];
  if (channels.length === 0) return;
  const at = clock.now();
  const rows = channels.map((channel) => ({
    queue: "alarm_message" as const,
    letter_id: `${alarmId}:${channel}:${event}`,
    kind: channel,
    taker: alarmId,
    place: event === "raised" ? 0n : 1n,
    payload: JSON.stringify({ event }),
    created_at: at,
    due_at: at,
  }));
  await trx.insertInto("letter").values(rows).execute();
}
