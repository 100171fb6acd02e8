import type { ReactNode } from "react";

import { Icon } from "#src/components/ui/Icon.tsx";

import styles from "./Notice.module.css";

interface NoticeProps {
  /** Screen readers announce an `alert` at once. */
  role: "alert" | "note";
  children: ReactNode;
}

/** Something to know before anything is pressed. */
export function Notice({ role, children }: NoticeProps) {
  return (
    <div className={styles.notice} role={role} data-ground="paper">
      <Icon name="warning" />
      <div>{children}</div>
    </div>
  );
}
