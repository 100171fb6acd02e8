import { useCallback, useRef, useSyncExternalStore } from "react";

import type { Recorder } from "../recording/Recorder.ts";
import { RECORDING_FORMAT, type Recording } from "../recording/recording.ts";

/** What happened is drawn so soon, with what happens meanwhile: faster than one reads. */
const UPDATE_MS = 400;

/** A drawing is followed by a pause this many times as long, so that the app keeps its frames on a slow device, too. */
const PAUSES_PER_DRAWING = 80;

/** The times in states run on also while nothing happens. */
const TICK_MS = 1000;

interface Watched {
  recording: Recording;
  atMs: number;
}

const EMPTY: Recording = { format: RECORDING_FORMAT, actors: [], events: [] };

/** What the recorder holds, and the present, as long as somebody looks. */
export function useRecording(recorder: Recorder, isWatched: boolean): Watched {
  const shown = useRef<Watched>({ recording: EMPTY, atMs: 0 });
  const subscribe = useCallback(
    (update: () => void) => {
      if (!isWatched) return () => {};
      let timer: ReturnType<typeof setTimeout> | null = null;
      let pauseEndMs = 0;
      const read = (): void => {
        shown.current = { recording: recorder.read(), atMs: Date.now() };
        update();
      };
      const readOn = (): void => {
        const startedMs = performance.now();
        read();
        // React has drawn by then, in a microtask of its own. The layout that is asked for is due in this frame anyway.
        queueMicrotask(() => {
          document.body.getBoundingClientRect();
          const drawnMs = performance.now();
          pauseEndMs = drawnMs + PAUSES_PER_DRAWING * (drawnMs - startedMs);
        });
      };
      read();
      const ticking = setInterval(() => {
        if (timer === null) readOn();
      }, TICK_MS);
      const unsubscribe = recorder.subscribe(() => {
        timer ??= setTimeout(
          () => {
            timer = null;
            readOn();
          },
          Math.max(UPDATE_MS, pauseEndMs - performance.now()),
        );
      });
      return () => {
        unsubscribe();
        clearInterval(ticking);
        if (timer !== null) clearTimeout(timer);
      };
    },
    [recorder, isWatched],
  );
  return useSyncExternalStore(subscribe, () => shown.current);
}
