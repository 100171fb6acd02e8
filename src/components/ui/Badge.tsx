import type { ReactNode } from "react";

import styles from "./Badge.module.css";
import { Icon, type IconName } from "./Icon.tsx";

interface BadgeProps {
  children: ReactNode;
  tone?: "plain" | "good" | "warn" | "bad" | "gold";
  /** Before the text, so that the tone is not shown by colour alone. */
  icon?: IconName;
}

/** A small mark of a status. */
export function Badge({ children, tone = "plain", icon }: BadgeProps) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {icon !== undefined && <Icon name={icon} sizePx={14} />}
      <span>{children}</span>
    </span>
  );
}
