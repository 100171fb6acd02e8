import type { ReactNode } from "react";

import { Icon } from "#src/components/ui/Icon.tsx";

import styles from "./SafetyNote.module.css";

/** A line on what is paused for the person's safety. */
export function SafetyNote({ children }: { children: ReactNode }) {
  return (
    <p className={styles.note}>
      <Icon name="shield" sizePx={20} />
      <span>{children}</span>
    </p>
  );
}
