import { setTimeout as wait } from "node:timers/promises";
import { countAnswers, openStorm } from "./openStorm.ts";
import type { CitusNode } from "./startCitusNode.ts";

const KILL_AFTER_MS = 300;
const AWAY_MS = 3_000;

/** 2,000 taps, while a worker dies and comes back. Answers what was wrong. */
export async function killWorkerInStorm(victim: CitusNode): Promise<string[]> {
  const storm = await openStorm();
  try {
    const tapping = storm.tap();
    await wait(KILL_AFTER_MS);
    await victim.kill();
    const first = await tapping;
    const [session, started] = await Promise.all([
      fetch(`${storm.urls[0] ?? ""}/api/v1/user/lang`, {
        headers: { authorization: `Bearer ${storm.people[0]?.token ?? ""}` },
      }),
      storm.startServer(),
      wait(AWAY_MS),
    ]);
    await victim.start();
    const second = await storm.tap();
    const faults = await storm.judge([...first, ...second]);
    console.log(
      `storm with a killed worker: first ${countAnswers(first)}; then ${countAnswers(second)}; a session read while it was away: ${session.status}; a server ${started === null ? "did not start" : "started"} meanwhile`,
    );
    return [
      ...faults,
      ...(session.status === 200 ? [] : ["no session was read"]),
      ...(started === null ? ["no server started while a worker was away"] : []),
    ];
  } finally {
    await storm.stop();
  }
}
