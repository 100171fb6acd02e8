import { useId, type ReactNode } from "react";

import styles from "./Dialog.module.css";
import { useModal } from "#src/hooks/useModal.ts";

interface DialogProps {
  isOpen: boolean;
  /** Escape, the backdrop. */
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** Buttons, one below the other; the main one first. */
  actions: ReactNode;
}

/** A modal message in the middle of the screen. */
export function Dialog({ isOpen, onClose, title, children, actions }: DialogProps) {
  const dialog = useModal(isOpen, onClose);
  const id = useId();
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`}>
      {isOpen && (
        <div className={styles.content}>
          <h2 id={`${id}-title`} className={styles.title}>
            {title}
          </h2>
          <div id={`${id}-text`}>{children}</div>
          <div className={styles.actions}>{actions}</div>
        </div>
      )}
    </dialog>
  );
}
