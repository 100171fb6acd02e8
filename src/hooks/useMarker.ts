import { useLayoutEffect, useRef, useState, type CSSProperties, type RefObject } from "react";

interface Marker<Container extends HTMLElement> {
  container: RefObject<Container | null>;
  /** Places an absolute element over the chosen one; null while nothing is chosen. */
  style: CSSProperties | null;
}

/** Follows the chosen label or button of a group, so that a marker can slide to it. */
export function useMarker<Container extends HTMLElement>(
  tag: "label" | "button",
  chosenIndex: number,
): Marker<Container> {
  const container = useRef<Container>(null);
  const [style, setStyle] = useState<CSSProperties | null>(null);

  useLayoutEffect(() => {
    const element = container.current;
    const chosen = element?.querySelectorAll(tag)[chosenIndex];
    if (element === null || chosen === undefined) {
      setStyle(null);
      return undefined;
    }
    const measure = () => {
      const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = chosen;
      setStyle({
        width: offsetWidth,
        height: offsetHeight,
        transform: `translate(${String(offsetLeft)}px, ${String(offsetTop)}px)`,
      });
    };
    measure();
    // The size changes with the language and when the phone is turned.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(chosen);
    return () => observer.disconnect();
  }, [tag, chosenIndex]);

  return { container, style };
}
