import { useEffect, useRef } from "react";

/** Returns what fills a field with a text that comes late, unless the person has changed the field meanwhile. */
export function useLateText(value: string, onText: (text: string) => void): (coming: Promise<string>) => Promise<void> {
  const present = useRef(value);
  useEffect(() => {
    present.current = value;
  }, [value]);
  return async (coming) => {
    const text = await coming;
    if (present.current === value) onText(text);
  };
}
