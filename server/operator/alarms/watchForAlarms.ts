import type { Kysely } from "kysely";
import type { App } from "#server/app.ts";
import { createId } from "#server/crypto/createId.ts";
import { retryConflict } from "#server/db/retryConflict.ts";
import type { Schema } from "#server/db/schema.ts";
import type { Job } from "#server/job.ts";
import type { Finding } from "./alarmKinds.ts";
import { findAlarms } from "./findAlarms.ts";

const INTERVAL_MS = 5_000;

/** Raises an alarm for what is wrong, once, and clears it when it is over. `listJobs` names the jobs that must run. */
export function watchForAlarms(listJobs: () => readonly Pick<Job, "name" | "intervalMs">[]): Job {
  let sinceMs: number | null = null;
  return {
    name: "watchForAlarms",
    intervalMs: INTERVAL_MS,
    async run(app) {
      const nowMs = app.clock.now().getTime();
      sinceMs ??= nowMs;
      const findings = await findAlarms(app, listJobs(), nowMs - sinceMs);
      await keepAlarms(app, findings);
    },
  };
}

/** Makes the open alarms those of the findings, and queues a message for each that begins or ends. */
async function keepAlarms(
  app: Pick<App, "database" | "clock" | "random" | "config">,
  findings: readonly Finding[],
): Promise<void> {
  await retryConflict(() =>
    app.database.kysely.transaction().execute(async (trx) => {
      const open = await trx.selectFrom("alarm").selectAll().where("cleared_at", "is", null).forUpdate().execute();
      const isOf = (finding: Finding) => (alarm: { kind: string; subject: string }) =>
        alarm.kind === finding.kind && alarm.subject === finding.subject;
      const at = app.clock.now();
      for (const finding of findings) {
        if (open.some(isOf(finding))) continue;
        const alarmId = createId(app.random);
        const raised = await trx
          .insertInto("alarm")
          .values({ alarm_id: alarmId, ...finding, raised_at: at })
          .onConflict((conflict) => conflict.doNothing())
          .returning("alarm_id")
          .execute();
        if (raised.length === 1) await queueMessages(trx, app, alarmId, "raised");
      }
      for (const alarm of open) {
        if (findings.some((finding) => isOf(finding)(alarm))) continue;
        await trx.updateTable("alarm").set({ cleared_at: at }).where("alarm_id", "=", alarm.alarm_id).execute();
        await queueMessages(trx, app, alarm.alarm_id, "cleared");
      }
    }),
  );
}

async function queueMessages(
  trx: Kysely<Schema>,
  { config, clock }: Pick<App, "config" | "clock">,
  alarmId: string,
  event: "raised" | "cleared",
): Promise<void> {
  const channels = [
    ...(config.alarmWebhookUrl === null ? [] : (["webhook"] as const)),
    ...(config.operatorChatId === null ? [] : (["bot"] as const)),
  ];
  if (channels.length === 0) return;
  const at = clock.now();
  const rows = channels.map((channel) => ({ alarm_id: alarmId, channel, event, created_at: at, next_attempt_at: at }));
  await trx.insertInto("alarm_message").values(rows).execute();
}
