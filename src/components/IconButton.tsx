import type { ButtonHTMLAttributes } from "react";

import { Icon } from "./Icon.tsx";
import type { IconName } from "./IconName.ts";
import styles from "./IconButton.module.css";

interface IconButtonProps extends Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  "children" | "className" | "style" | "aria-label"
> {
  icon: IconName;
  /** Its name for readers: what it does. */
  label: string;
  /** `soft` has a ground of its own; `stage` stands on the red ground. */
  variant?: "plain" | "soft" | "stage";
}

/** A button whose icon says enough for the eye. */
export function IconButton({ icon, label, variant = "plain", ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} className={styles.button} data-variant={variant} aria-label={label}>
      <Icon name={icon} />
    </button>
  );
}
