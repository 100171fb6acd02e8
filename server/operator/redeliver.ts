import { QUEUE_NAMES, type QueueName } from "#server/outbox/queues.ts";
import { reviveLetters, selectDeadLetters } from "#server/outbox/deadLetters.ts";
import { ActionRefused, type ActionResult, carryOut, type Decision, logAction, type OperatorApp } from "./decision.ts";

export function readQueue(text: string): QueueName {
  const queue = QUEUE_NAMES.find((known) => known === text);
  if (queue === undefined) throw new ActionRefused(`--queue must be one of ${QUEUE_NAMES.join(", ")}.`);
  return queue;
}

interface Redelivery extends Decision {
  queue: QueueName;
  /** Null: all dead letters of the queue. */
  letter: string | null;
}

/** Lets the outbox try a dead letter anew, or all of a queue. Throws ActionRefused. */
export async function redeliver(app: OperatorApp, decision: Redelivery): Promise<ActionResult> {
  const { queue, letter, isDryRun } = decision;
  return carryOut(app, decision, async (trx) => {
    const dead = await selectDeadLetters(trx, { queue, id: letter });
    if (dead.length === 0) throw new ActionRefused("There is no such dead letter.");
    const summary = dead.map(({ id, reason }) => `${queue} ${id}: ${reason}`).join("\n");
    if (isDryRun) return { isDone: false, isRepeat: false, summary };
    await reviveLetters(trx, { queue, ids: dead.map(({ id }) => id), at: app.clock.now() });
    await logAction(trx, app, decision, { kind: "redeliver", subject: `${queue}:${letter ?? "all"}` });
    return { isDone: true, isRepeat: false, summary };
  });
}

/** What could not be delivered, as lines for the command line. */
export async function listDeadLetters({ database }: OperatorApp): Promise<ActionResult> {
  const lines = (await selectDeadLetters(database.kysely)).map(
    ({ queue, id, attempts, failed_at: at, reason }) =>
      `${queue} ${id}, failed ${at.toISOString()} after ${attempts} attempts: ${reason}`,
  );
  const summary = lines.length === 0 ? "There is no dead letter." : lines.join("\n");
  return { isDone: false, isRepeat: false, isList: true, summary };
}
