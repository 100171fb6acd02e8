import {
  type CSSProperties,
  type PointerEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";

import { ModalContext } from "#src/hooks/useMainButton.ts";
import { useModal } from "#src/hooks/useModal.ts";

import styles from "./Sheet.module.css";

interface SheetProps {
  isOpen: boolean;
  /** Escape, the backdrop, a pull down. */
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** Buttons at the bottom, the main one first; they stay in view while the content scrolls. A MainAction among them is the messenger's main button while the sheet is open. */
  actions?: ReactNode;
}

/** A modal sheet that comes up from the bottom. */
export function Sheet({ isOpen, onClose, title, children, actions }: SheetProps) {
  const dialog = useModal(isOpen, onClose);
  const drag = useDragDown(isOpen, onClose);
  const titleId = useId();
  return (
    <dialog ref={dialog} className={styles.sheet} style={drag.style} aria-labelledby={titleId}>
      {isOpen && (
        <div className={styles.content}>
          <div {...drag.handlers} className={styles.handle}>
            <span className={styles.grip} aria-hidden="true" />
            <h2 id={titleId} className={styles.title}>
              {title}
            </h2>
          </div>
          <div className={styles.scroll}>{children}</div>
          {actions !== undefined && (
            <ModalContext value={dialog}>
              <div className={styles.actions}>{actions}</div>
            </ModalContext>
          )}
        </div>
      )}
    </dialog>
  );
}

/** A release further down than this share of the sheet closes it. */
const CLOSE_SHARE = 0.3;
/** So does a release as fast as this. */
const CLOSE_PX_PER_MS = 0.6;
/** After such a pause the speed counts as zero. */
const REST_MS = 100;

interface Pull {
  pointerId: number;
  startY: number;
  lastY: number;
  lastMs: number;
  pxPerMs: number;
}

interface DragDown {
  /** Of the handle. */
  handlers: Record<
    "onPointerDown" | "onPointerMove" | "onPointerUp" | "onPointerCancel",
    (event: PointerEvent<HTMLElement>) => void
  >;
  /** Of the sheet; absent while it lies at its place. */
  style: CSSProperties | undefined;
}

/** Lets a sheet be dragged down by its handle: far or fast enough asks to close, else it goes back. */
function useDragDown(isOpen: boolean, onClose: () => void): DragDown {
  const pull = useRef<Pull | null>(null);
  const [offsetPx, setOffsetPx] = useState<number | null>(null);

  const letGo = useCallback(() => {
    pull.current = null;
    setOffsetPx(null);
  }, []);
  // A sheet that closes during a drag gets no release event.
  useEffect(() => (isOpen ? letGo : undefined), [isOpen, letGo]);

  return {
    style: offsetPx === null ? undefined : { transform: `translateY(${String(offsetPx)}px)`, transition: "none" },
    handlers: {
      onPointerDown: ({ pointerId, clientY, timeStamp, currentTarget, isPrimary, button }) => {
        if (!isPrimary || button !== 0) return;
        currentTarget.setPointerCapture(pointerId);
        pull.current = { pointerId, startY: clientY, lastY: clientY, lastMs: timeStamp, pxPerMs: 0 };
      },
      onPointerMove: ({ pointerId, clientY, timeStamp }) => {
        const held = pull.current;
        if (held?.pointerId !== pointerId) return;
        held.pxPerMs = (clientY - held.lastY) / Math.max(1, timeStamp - held.lastMs);
        held.lastY = clientY;
        held.lastMs = timeStamp;
        setOffsetPx(Math.max(0, clientY - held.startY));
      },
      onPointerUp: ({ pointerId, currentTarget, timeStamp }) => {
        const held = pull.current;
        if (held?.pointerId !== pointerId) return;
        const heightPx = currentTarget.closest("dialog")?.clientHeight ?? Infinity;
        const isFar = held.lastY - held.startY > heightPx * CLOSE_SHARE;
        const isFast = held.pxPerMs > CLOSE_PX_PER_MS && timeStamp - held.lastMs < REST_MS;
        letGo();
        if (isFar || isFast) onClose();
      },
      onPointerCancel: letGo,
    },
  };
}
