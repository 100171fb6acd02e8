import type { ReactNode } from "react";

import { joinClasses } from "./joinClasses.ts";
import styles from "./Paper.module.css";

interface PaperProps {
  children: ReactNode;
  /** Ends in scallops, as a receipt does. */
  isScalloped?: boolean;
}

/** The cream paper of what is inside an envelope, or of a receipt: the same in every theme. */
export function Paper({ children, isScalloped = false }: PaperProps) {
  return (
    <div className={joinClasses(styles.paper, isScalloped && styles.scalloped)} data-ground="paper">
      {children}
    </div>
  );
}
