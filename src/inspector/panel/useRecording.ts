import { useCallback, useRef, useSyncExternalStore } from "react";

import type { Recorder } from "../recording/Recorder.ts";
import { RECORDING_FORMAT, type Recording } from "../recording/recording.ts";

/** The panel is drawn anew this often at most: faster than one reads, slow enough to leave the app its frames. */
const UPDATE_MS = 400;

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
      const read = (): void => {
        shown.current = { recording: recorder.read(), atMs: Date.now() };
        update();
      };
      let timer: ReturnType<typeof setTimeout> | null = null;
      read();
      const ticking = setInterval(read, TICK_MS);
      const unsubscribe = recorder.subscribe(() => {
        timer ??= setTimeout(() => {
          timer = null;
          read();
        }, UPDATE_MS);
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
