import { expect, test } from "vitest";
import { assign, createActor, fromCallback, setup } from "xstate";
import { type CountdownEvent, type CountdownInput, countdownMachine } from "./countdown.machine.ts";
import { viewCountdown } from "./countdown.view.ts";

/** A countdown on a clock that shows what it is set to. */
function start(input: CountdownInput, nowMs: number) {
  let isWatched = false;
  const machine = countdownMachine.provide({
    actors: {
      clock: fromCallback<CountdownEvent>(({ sendBack }) => {
        isWatched = true;
        sendBack({ type: "clock.ticked", nowMs });
        return () => {
          isWatched = false;
        };
      }),
    },
  });
  const actor = createActor(machine, { input }).start();
  const tick = (nowMs: number) => {
    actor.send({ type: "clock.ticked", nowMs });
    return viewCountdown(actor.getSnapshot());
  };
  return { actor, tick, view: () => viewCountdown(actor.getSnapshot()), isWatched: () => isWatched };
}

test("the rest is known as soon as it runs", () => {
  expect(start({ endsAtMs: 10_000 }, 7_000).view()).toEqual({ state: "running", secondsLeft: 3, actions: [] });
  expect(start({ lastsSeconds: 42 }, 7_000).view().secondsLeft).toBe(42);
});

test("a second counts until it is over", () => {
  const { tick } = start({ endsAtMs: 2_000 }, 0);
  expect(tick(999).secondsLeft).toBe(2);
  expect(tick(1_000).secondsLeft).toBe(1);
  expect(tick(1_999)).toMatchObject({ state: "running", secondsLeft: 1 });
  expect(tick(2_000)).toMatchObject({ state: "over", secondsLeft: 0 });
});

test("a deadline that has passed is over at once", () => {
  expect(start({ endsAtMs: 1_000 }, 1_001).view()).toMatchObject({ state: "over", secondsLeft: 0 });
});

test("nothing asks the clock any more once it is over", () => {
  const { tick, isWatched } = start({ lastsSeconds: 1 }, 0);
  expect(isWatched()).toBe(true);
  tick(1_000);
  expect(isWatched()).toBe(false);
});

const NOON_MS = Date.UTC(2026, 10, 20, 12);
const MINUTE_MS = 60_000;

/** A device with a clock, whose page can sleep: its timers stand still then, and its clock does not. */
function openDevice() {
  let nowMs = NOON_MS;
  let isAsleep = false;
  const reports = new Set<() => void>();
  const machine = countdownMachine.provide({
    actors: {
      clock: fromCallback<CountdownEvent>(({ sendBack }) => {
        const report = () => {
          sendBack({ type: "clock.ticked", nowMs });
        };
        report();
        reports.add(report);
        return () => reports.delete(report);
      }),
    },
  });
  const reportAll = () => {
    for (const report of reports) report();
  };
  return {
    machine,
    countDown: (input: CountdownInput) => {
      const actor = createActor(machine, { input }).start();
      return () => viewCountdown(actor.getSnapshot());
    },
    pass: (ms: number) => {
      for (let passedMs = 0; passedMs < ms; passedMs += 1000) {
        nowMs += 1000;
        if (!isAsleep) reportAll();
      }
    },
    sleep: () => {
      isAsleep = true;
    },
    wake: () => {
      isAsleep = false;
      reportAll();
    },
    setClock: (toMs: number) => {
      nowMs = toMs;
      reportAll();
    },
  };
}

test("an order's half hour runs down to its last second", () => {
  const { countDown, pass } = openDevice();
  const view = countDown({ endsAtMs: NOON_MS + 30 * MINUTE_MS });
  expect(view().secondsLeft).toBe(1800);
  pass(29 * MINUTE_MS);
  expect(view().secondsLeft).toBe(60);
  pass(59_000);
  expect(view()).toMatchObject({ state: "running", secondsLeft: 1 });
  pass(1000);
  expect(view().state).toBe("over");
});

test("a page that slept shows the right rest when it wakes", () => {
  const { countDown, pass, sleep, wake } = openDevice();
  const view = countDown({ lastsSeconds: 60 });
  pass(10_000);
  sleep();
  pass(35_000);
  wake();
  expect(view().secondsLeft).toBe(15);
});

test("a page that slept past the deadline wakes to its end", () => {
  const { countDown, pass, sleep, wake } = openDevice();
  const view = countDown({ lastsSeconds: 60 });
  sleep();
  pass(10 * MINUTE_MS);
  expect(view().state).toBe("running");
  wake();
  expect(view()).toMatchObject({ state: "over", secondsLeft: 0 });
});

test("a clock that is set back makes a wait no longer than it was", () => {
  const { countDown, pass, setClock } = openDevice();
  const view = countDown({ lastsSeconds: 60 });
  pass(10_000);
  setClock(NOON_MS - 120 * MINUTE_MS);
  expect(view().secondsLeft).toBe(60);
  pass(60_000);
  expect(view().state).toBe("over");
});

test("two countdowns on one device do not disturb each other", () => {
  const { countDown, pass } = openDevice();
  const lock = countDown({ lastsSeconds: 3 });
  pass(2000);
  const order = countDown({ lastsSeconds: 3 });
  pass(1000);
  expect([lock().state, order().state]).toEqual(["over", "running"]);
  expect(order().secondsLeft).toBe(2);
});

test("another chart invokes it, shows its seconds and goes on at its end", () => {
  const { machine, pass } = openDevice();
  const resend = setup({
    types: { context: {} as { secondsLeft: number | null } },
    actors: { countdown: machine },
  }).createMachine({
    context: { secondsLeft: null },
    initial: "sent",
    states: {
      sent: {
        invoke: {
          src: "countdown",
          input: { lastsSeconds: 2 },
          onSnapshot: { actions: assign({ secondsLeft: ({ event }) => event.snapshot.context.secondsLeft }) },
          onDone: { target: "resendable" },
        },
      },
      resendable: {},
    },
  });
  const actor = createActor(resend).start();
  const seen = [actor.getSnapshot().context.secondsLeft];
  for (let second = 0; second < 2; second += 1) {
    pass(1000);
    seen.push(actor.getSnapshot().context.secondsLeft);
  }
  expect(seen).toEqual([2, 1, 1]);
  expect(actor.getSnapshot().value).toBe("resendable");
});
