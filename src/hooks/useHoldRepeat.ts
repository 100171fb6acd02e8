import { useEffect, useRef, type MouseEvent, type PointerEvent } from "react";

/** A press shorter than this is one tap. */
const HOLD_AFTER_MS = 400;
const REPEAT_EVERY_MS = 90;

interface HoldRepeat {
  onPointerDown: (event: PointerEvent) => void;
  onPointerUp: () => void;
  onPointerLeave: () => void;
  onPointerCancel: () => void;
  onClick: (event: MouseEvent) => void;
}

/** Runs an action once per tap, and repeatedly while the button is held, until it is no longer possible. */
export function useHoldRepeat(action: () => void, isPossible: boolean): HoldRepeat {
  const latest = useRef(action);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hasRepeated = useRef(false);

  const stop = () => {
    clearTimeout(timer.current);
  };
  const repeat = () => {
    hasRepeated.current = true;
    latest.current();
    timer.current = setTimeout(repeat, REPEAT_EVERY_MS);
  };

  useEffect(() => {
    latest.current = action;
  });
  useEffect(
    () =>
      isPossible
        ? () => {
            clearTimeout(timer.current);
          }
        : undefined,
    [isPossible],
  );

  return {
    onPointerDown: ({ button }) => {
      stop();
      hasRepeated.current = false;
      if (button !== 0 || !isPossible) return;
      timer.current = setTimeout(repeat, HOLD_AFTER_MS);
    },
    onPointerUp: stop,
    onPointerLeave: stop,
    onPointerCancel: stop,
    onClick: ({ detail }) => {
      // Clicks by key have `detail` 0. They ignore `hasRepeated`: an earlier press that slid off the button may have left it set.
      const isByKey = detail === 0;
      if (isByKey || !hasRepeated.current) action();
      hasRepeated.current = false;
    },
  };
}
