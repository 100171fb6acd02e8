import { useId, type ReactNode } from "react";

import styles from "./Sheet.module.css";
import { useDragDown } from "#src/hooks/useDragDown.ts";
import { ModalContext } from "#src/hooks/ModalContext.ts";
import { useModal } from "#src/hooks/useModal.ts";

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
