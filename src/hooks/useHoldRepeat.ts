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

/** Does something once a tap, and again and again while the button is held. It stops when it is no longer possible. */
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
  // A button that is switched off under the finger hears of no release.
  useEffect(() => {
    if (!isPossible) clearTimeout(timer.current);
  }, [isPossible]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
    },
    [],
  );

  return {
    onPointerDown: ({ button }) => {
      stop();
      hasRepeated.current = false;
      if (button !== 0) return;
      timer.current = setTimeout(repeat, HOLD_AFTER_MS);
    },
    onPointerUp: stop,
    onPointerLeave: stop,
    onPointerCancel: stop,
    onClick: ({ detail }) => {
      // A click by key counts none, and ends no press: one that slid off the button before has left its mark.
      const isByKey = detail === 0;
      if (isByKey || !hasRepeated.current) action();
      hasRepeated.current = false;
    },
  };
}
