import type { ButtonHTMLAttributes } from "react";

import { Icon, type IconName } from "./Icon.tsx";
import styles from "./IconButton.module.css";
import { switchOff } from "./switchOff.ts";

interface IconButtonProps extends Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  "children" | "className" | "style" | "aria-label"
> {
  icon: IconName;
  /** Its name for screen readers: what it does. */
  label: string;
}

/** A button with an icon and no visible text. */
export function IconButton({ icon, label, disabled = false, onClick, ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} {...switchOff(disabled, onClick)} className={styles.button} aria-label={label}>
      <Icon name={icon} />
    </button>
  );
}
