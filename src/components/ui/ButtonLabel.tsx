import type { ReactNode } from "react";

import styles from "./Button.module.css";
import { Icon } from "./Icon.tsx";
import type { IconName } from "./IconName.ts";

/** What a Button and a ButtonLink have in common. */
export interface ButtonLook {
  children: ReactNode;
  /** `primary` on the usual background, `gold` on the red stage; `plain` is text only. */
  variant?: "primary" | "secondary" | "gold" | "danger" | "plain";
  /** Before the text. */
  icon?: IconName | undefined;
  /** As wide as its text instead of the row. */
  isInline?: boolean;
}

/** The text of a Button or a ButtonLink with its icon. */
export function ButtonLabel({ icon, children }: Pick<ButtonLook, "icon" | "children">) {
  return (
    <span className={styles.label}>
      {icon !== undefined && <Icon name={icon} sizePx={20} />}
      <span>{children}</span>
    </span>
  );
}
