import type { CDPSession, Frame, Page } from "playwright";
import { openPassphraseForm, tryPassphrase } from "#tests/e2e/support/claimEnvelope.ts";
import { findAppFrame, goTo, openFromGroup, openPerson } from "#tests/e2e/support/person.ts";
import { openWorld } from "#tests/e2e/support/world.ts";
import { type Figure, median } from "./figure.ts";
import { answerWithoutServer, TOGETHER } from "./opening/answerWithoutServer.ts";
import { type Watched, listAnimated, playFloor, watchOpening, watchWait } from "./opening/watchOpening.ts";
import { type Traced, readTrace } from "./opening/readTrace.ts";
import type { BenchOptions } from "./options.ts";

const PASSPHRASE = "Spring Rain";
const CPU_SLOWDOWN = 4;
const TRACE_CATEGORIES = [
  "toplevel",
  "devtools.timeline",
  "disabled-by-default-devtools.timeline.frame",
  "blink.user_timing",
];

/** `floor` is the share of frames that a page with one moving square got at the same time, 0 to 1. */
type Played = Traced & { floor: number };
type Opening = Watched & Played;

/**
 * The opening of an envelope in the built app inside the local messenger, with canned answers and a main thread slowed
 * down four times.
 * It proves: the amount lands in time; no task of React or the app is long enough to block a touch; only properties
 * that the compositor can animate alone are animated, and it presents as many frames as for one moving square, also while
 * one waits for a draw for all.
 * It cannot prove how fast a phone draws: the machine has no graphics processor, and only the main thread is slowed
 * down. Tasks are counted in processor time of the slowed thread, so other work does not lengthen them; the landing is
 * measured by the clock and needs a quiet machine.
 */
export async function measureOpening({ rounds }: BenchOptions): Promise<readonly Figure[]> {
  const { openings, waits, animated } = await playOpenings(rounds);
  for (const { landedMs, longestTaskMs, frames, presentedFrames, longestFrameMs } of openings) {
    console.log(
      `landed after ${landedMs.toFixed(0)} ms, longest task ${longestTaskMs.toFixed(0)} ms, ${presentedFrames} of ${frames} frames, longest ${longestFrameMs.toFixed(0)} ms`,
    );
  }
  for (const { longestTaskMs, frames, presentedFrames } of waits) {
    console.log(`waited, longest task ${longestTaskMs.toFixed(0)} ms, ${presentedFrames} of ${frames} frames`);
  }
  const middle = (pick: (opening: Opening) => number) => median(openings.map(pick));
  const measured = `main thread ${CPU_SLOWDOWN} × slower, median of ${openings.length}`;
  const others = animated.filter((property) => property !== "transform" && property !== "opacity");
  return [
    {
      name: "opening: from the answer to the landed amount",
      measured,
      floor: null,
      value: middle(({ landedMs }) => landedMs),
      bar: { atMost: 1200 },
      unit: "ms",
    },
    {
      name: "opening: longest task of the main thread",
      measured,
      floor: null,
      value: middle(({ longestTaskMs }) => longestTaskMs),
      bar: { atMost: 50 },
      unit: "ms",
    },
    judgeFrames("opening: frames presented", openings, measured),
    judgeFrames("wait for a draw: frames presented while others enter", waits, measured),
    {
      name: "opening: longest frame",
      measured,
      floor: null,
      value: middle(({ longestFrameMs }) => longestFrameMs),
      // Two frames of a display with sixty a second, and what the clock is off.
      bar: { atMost: 33.5 },
      unit: "ms",
    },
    {
      name: "opening: drawing the dearest frame",
      measured: `without a graphics processor, ${CPU_SLOWDOWN} × its processor time, median of ${openings.length}`,
      floor: null,
      value: CPU_SLOWDOWN * middle(({ dearestFrameMs }) => dearestFrameMs),
      bar: { atMost: 33.5 },
      unit: "ms",
    },
    {
      name: "opening: animated properties that need the main thread",
      measured: `animated: ${animated.toSorted().join(", ")}`,
      floor: null,
      value: others.length,
      bar: { atMost: 0 },
      unit: "",
    },
    {
      name: "opening: layout shift",
      measured,
      floor: null,
      value: middle(({ shift }) => shift),
      // Hidden elements (the typed letters' count) may still move.
      bar: { atMost: 0.001 },
      unit: "",
    },
  ];
}

function judgeFrames(name: string, played: readonly Played[], measured: string): Figure {
  const middle = (pick: (one: Played) => number) => median(played.map(pick));
  return {
    name,
    measured: `${(middle(getFrameShare) * 100).toFixed(1)} % of those with something in motion, ${measured}`,
    floor: `${(middle(({ floor }) => floor) * 100).toFixed(1)} % of one moving square`,
    value: middle((one) => getFrameShare(one) / one.floor),
    bar: { atLeast: 0.95 },
    unit: "×",
  };
}

function getFrameShare({ frames, presentedFrames }: Traced): number {
  return presentedFrames / frames;
}

async function playOpenings(rounds: number): Promise<{ openings: Opening[]; waits: Played[]; animated: string[] }> {
  const world = await openWorld();
  try {
    const person = await openPerson(world, 1);
    const { page } = person;
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await answerWithoutServer(page);
    await openFromGroup(person);
    const frame = await findAppFrame(person);
    const cpu = await openCpu(page, frame);
    const empty = await world.browser.newPage();
    /** What a slowed page presents while `watch` lasts, beside what an empty one does after it. */
    const play = async <Seen>(watch: () => Promise<Seen>): Promise<{ seen: Seen; played: Played }> => {
      await cpu.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
      await world.browser.startTracing(page, { categories: TRACE_CATEGORIES });
      const seen = await watch();
      const trace = await world.browser.stopTracing();
      await cpu.send("Emulation.setCPUThrottlingRate", { rate: 1 });
      await world.browser.startTracing(empty, { categories: TRACE_CATEGORIES });
      await playFloor(empty);
      const floor = getFrameShare(readTrace(await world.browser.stopTracing()));
      return { seen, played: { ...readTrace(trace), floor } };
    };
    const goToForm = async (envelopeId: string) => {
      await goTo(person, `/getPacket?envelopeId=${envelopeId}`);
      await openPassphraseForm(person);
    };
    // The first opening loads lazy parts, and lists the animated properties.
    await goToForm("e0");
    const [animated] = await Promise.all([listAnimated(frame), tryPassphrase(person, PASSPHRASE)]);
    const openings: Opening[] = [];
    const waits: Played[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      await goToForm(`e${round}`);
      const { seen, played } = await play(async () => {
        const [watched] = await Promise.all([watchOpening(frame), tryPassphrase(person, PASSPHRASE)]);
        return watched;
      });
      openings.push({ ...seen, ...played });
      await goToForm(`${TOGETHER}${round}`);
      await tryPassphrase(person, PASSPHRASE);
      waits.push((await play(() => watchWait(frame))).played);
    }
    return { openings, waits, animated };
  } finally {
    await world.close();
  }
}

/** A frame of another site has its own process, and so its own throttling. */
async function openCpu(page: Page, frame: Frame): Promise<CDPSession> {
  try {
    return await page.context().newCDPSession(frame);
  } catch {
    return await page.context().newCDPSession(page);
  }
}
