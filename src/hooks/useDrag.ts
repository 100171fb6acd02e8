import { useRef, useState, type CSSProperties, type KeyboardEvent, type PointerEvent } from "react";

/** A tap may move a little; beyond this it is a drag. */
const DRAG_THRESHOLD_PX = 6;
const KEY_STEP_PX = 24;

const KEY_STEPS: Readonly<Partial<Record<string, readonly [x: number, y: number]>>> = {
  ArrowLeft: [-KEY_STEP_PX, 0],
  ArrowRight: [KEY_STEP_PX, 0],
  ArrowUp: [0, -KEY_STEP_PX],
  ArrowDown: [0, KEY_STEP_PX],
};

interface Grip {
  pointerId: number;
  startX: number;
  startY: number;
  offsetX: number;
  offsetY: number;
}

interface Drag {
  handlers: Record<
    "onPointerDown" | "onPointerMove" | "onPointerUp" | "onPointerCancel",
    (event: PointerEvent<HTMLElement>) => void
  > & { onKeyDown: (event: KeyboardEvent<HTMLElement>) => void };
  /**
   * Undragged, the style sheet places the element. Dragged, this style keeps it within the window and the safe areas,
   * also when the window becomes smaller.
   */
  style: CSSProperties | undefined;
  /** Whether the press that has just ended moved the element, so that its click is to be ignored. */
  wasDragged: () => boolean;
}

/** Lets a fixed element be dragged to a side of the window, or moved within it by the arrow keys. */
export function useDrag(): Drag {
  const grip = useRef<Grip | null>(null);
  const hasMoved = useRef(false);
  const [style, setStyle] = useState<CSSProperties | undefined>(undefined);

  const place = (element: HTMLElement, leftPx: number, topPx: number) => {
    const { offsetWidth, offsetHeight } = element;
    setStyle({
      left: `clamp(var(--inset-left), ${String(leftPx)}px, 100% - var(--inset-right) - ${String(offsetWidth)}px)`,
      top: `clamp(var(--inset-top), ${String(topPx)}px, 100% - var(--inset-bottom) - ${String(offsetHeight)}px)`,
      right: "auto",
      bottom: "auto",
    });
  };
  const drop = () => {
    grip.current = null;
  };
  const release = (event: PointerEvent<HTMLElement>) => {
    const held = grip.current;
    drop();
    if (held === null || !hasMoved.current) return;
    const { currentTarget: element, clientX, clientY } = event;
    const middlePx = clientX - held.offsetX + element.offsetWidth / 2;
    const widthPx = document.documentElement.clientWidth;
    // At the nearer side it covers the least.
    place(element, middlePx < widthPx / 2 ? 0 : widthPx, clientY - held.offsetY);
  };

  return {
    style,
    wasDragged: () => hasMoved.current,
    handlers: {
      onPointerDown: (event) => {
        hasMoved.current = false;
        if (event.button !== 0) return;
        const box = event.currentTarget.getBoundingClientRect();
        // Captured at once: a fast mouse leaves the element before its first move.
        event.currentTarget.setPointerCapture(event.pointerId);
        grip.current = {
          pointerId: event.pointerId,
          startX: event.clientX,
          startY: event.clientY,
          offsetX: event.clientX - box.left,
          offsetY: event.clientY - box.top,
        };
      },
      onPointerMove: (event) => {
        const held = grip.current;
        if (held === null || held.pointerId !== event.pointerId) return;
        const distance = Math.hypot(event.clientX - held.startX, event.clientY - held.startY);
        if (!hasMoved.current && distance < DRAG_THRESHOLD_PX) return;
        hasMoved.current = true;
        place(event.currentTarget, event.clientX - held.offsetX, event.clientY - held.offsetY);
      },
      onPointerUp: release,
      onPointerCancel: drop,
      onKeyDown: (event) => {
        hasMoved.current = false;
        const step = KEY_STEPS[event.key];
        if (step === undefined) return;
        event.preventDefault();
        const box = event.currentTarget.getBoundingClientRect();
        place(event.currentTarget, box.left + step[0], box.top + step[1]);
      },
    },
  };
}
