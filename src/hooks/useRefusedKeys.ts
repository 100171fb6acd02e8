import { useRef, useState } from "react";

/** A key within this after a refused one is of the same wrong number: `5e-2` is not 52, and `-1` is not 1. */
const BURST_MS = 1_000;

interface RefusedKeys {
  /** Whether the field has to say that a key was refused. */
  isRefused: boolean;
  /**
   * Decides on what a key would make of a field, where it can be held at all.
   * @param addedLength characters more than before; what is no single key stands for itself
   */
  takes: (event: { timeStamp: number }, canHold: boolean, addedLength: number) => boolean;
  forget: () => void;
}

/** The keys that a field for a number refuses; nothing is said of them any longer once `isOff`. */
export function useRefusedKeys(isOff = false): RefusedKeys {
  const [isRefused, setIsRefused] = useState(false);
  const refusedAtMs = useRef(-Infinity);
  if (isOff && isRefused) setIsRefused(false);
  const judge = (timeStamp: number, isTaken: boolean) => {
    refusedAtMs.current = isTaken ? -Infinity : timeStamp;
    setIsRefused(!isTaken);
    return isTaken;
  };
  return {
    isRefused,
    takes: ({ timeStamp }, canHold, addedLength) =>
      judge(timeStamp, canHold && (addedLength !== 1 || timeStamp - refusedAtMs.current >= BURST_MS)),
    forget: () => {
      judge(0, true);
    },
  };
}
