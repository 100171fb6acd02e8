import { useState } from "react";

interface RefusedKeys {
  /** Whether the field has to say that a key was refused. */
  isRefused: boolean;
  /**
   * Decides on what a key would make of a field, where it can be held at all. The keys after a refused one are of the same
   * wrong number, however slowly they come: `5e-2` is not 52, and `-1` is not 1.
   * @param addedLength characters more than before; what is no single key stands for itself
   */
  takes: (canHold: boolean, addedLength: number) => boolean;
  forget: () => void;
}

/** The keys that a field for a number refuses; nothing is said of them any longer once `isOff`. */
export function useRefusedKeys(isOff = false): RefusedKeys {
  const [isRefused, setIsRefused] = useState(false);
  if (isOff && isRefused) setIsRefused(false);
  return {
    isRefused,
    takes: (canHold, addedLength) => {
      const isTaken = canHold && (addedLength !== 1 || !isRefused);
      setIsRefused(!isTaken);
      return isTaken;
    },
    forget: () => setIsRefused(false),
  };
}
