import { useRef, useState, type CSSProperties, type PointerEvent } from "react";

/** A tap trembles; further than this it is a drag. */
const DRAG_THRESHOLD_PX = 6;

interface Grip {
  pointerId: number;
  startX: number;
  startY: number;
  offsetX: number;
  offsetY: number;
  size: { width: number; height: number };
}

interface Drag {
  handlers: Record<
    "onPointerDown" | "onPointerMove" | "onPointerUp" | "onPointerCancel",
    (event: PointerEvent<HTMLElement>) => void
  >;
  style: CSSProperties | undefined;
  /** Whether the press that has just ended moved the element, so that its click means nothing. */
  wasDragged: () => boolean;
}

/** Lets a fixed element be dragged within the window. Undragged, it stands where its style sheet puts it. */
export function useDrag(): Drag {
  const grip = useRef<Grip | null>(null);
  const hasMoved = useRef(false);
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null);

  const release = () => {
    grip.current = null;
  };

  return {
    style: place === null ? undefined : { left: place.left, top: place.top, right: "auto", bottom: "auto" },
    wasDragged: () => hasMoved.current,
    handlers: {
      onPointerDown: (event) => {
        const box = event.currentTarget.getBoundingClientRect();
        hasMoved.current = false;
        grip.current = {
          pointerId: event.pointerId,
          startX: event.clientX,
          startY: event.clientY,
          offsetX: event.clientX - box.left,
          offsetY: event.clientY - box.top,
          size: box,
        };
      },
      onPointerMove: (event) => {
        const held = grip.current;
        if (held === null || held.pointerId !== event.pointerId) return;
        const distance = Math.hypot(event.clientX - held.startX, event.clientY - held.startY);
        if (!hasMoved.current && distance < DRAG_THRESHOLD_PX) return;
        hasMoved.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
        const clamp = (value: number, size: number, room: number) =>
          Math.min(Math.max(0, value), Math.max(0, room - size));
        setPlace({
          left: clamp(event.clientX - held.offsetX, held.size.width, window.innerWidth),
          top: clamp(event.clientY - held.offsetY, held.size.height, window.innerHeight),
        });
      },
      onPointerUp: release,
      onPointerCancel: release,
    },
  };
}
