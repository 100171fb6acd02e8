import type { ButtonHTMLAttributes } from "react";

import { Icon } from "./Icon.tsx";
import type { IconName } from "./IconName.ts";
import styles from "./IconButton.module.css";

interface IconButtonProps extends Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  "children" | "className" | "style" | "aria-label"
> {
  icon: IconName;
  /** Its name for screen readers: what it does. */
  label: string;
}

/** A button with an icon and no visible text. */
export function IconButton({ icon, label, ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} className={styles.button} aria-label={label}>
      <Icon name={icon} />
    </button>
  );
}
