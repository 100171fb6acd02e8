import { useId, type ReactNode } from "react";

import styles from "./Sheet.module.css";
import { useModal } from "./useModal.ts";

interface SheetProps {
  isOpen: boolean;
  /** Escape, the backdrop. */
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** Buttons at the bottom; they stay in view while the content scrolls. */
  actions?: ReactNode;
}

/** A modal sheet that comes up from the bottom. */
export function Sheet({ isOpen, onClose, title, children, actions }: SheetProps) {
  const dialog = useModal(isOpen, onClose);
  const titleId = useId();
  return (
    <dialog ref={dialog} className={styles.sheet} aria-labelledby={titleId}>
      {isOpen && (
        <div className={styles.content}>
          <span className={styles.grip} aria-hidden="true" />
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          <div className={styles.scroll}>{children}</div>
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        </div>
      )}
    </dialog>
  );
}
