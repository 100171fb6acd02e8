import type { App } from "#server/app.ts";

interface DrawTime {
  /** Whether the clock agrees with others. */
  isTrusted: boolean;
  /** The newest round of the beacon that is known; 0 for none. */
  newestRound: number;
}

interface Kept {
  answer: Promise<DrawTime>;
  /** Of the process's monotonic clock. */
  untilMs: number;
}

/** People come by the thousand. A round is spoken a second after its window's end at the earliest. */
const KEPT_MS = 500;

const kept = new WeakMap<App, Kept>();

/** What decides, beside the clock, whether a window is over. */
export function readDrawTime(app: App): Promise<DrawTime> {
  const known = kept.get(app);
  if (known !== undefined && performance.now() < known.untilMs) return known.answer;
  const answer = ask(app);
  kept.set(app, { answer, untilMs: performance.now() + KEPT_MS });
  answer.catch(() => kept.delete(app));
  return answer;
}

async function ask({ clockGuard, database }: App): Promise<DrawTime> {
  const newest = database.kysely.selectFrom("beacon_round").select(({ fn }) => fn.max("round").as("round"));
  const [time, { round }] = await Promise.all([clockGuard.readTrustedTime(), newest.executeTakeFirstOrThrow()]);
  return { isTrusted: time !== null, newestRound: Number(round ?? 0) };
}
