import type { ButtonHTMLAttributes } from "react";

import styles from "./Button.module.css";
import { ButtonLabel, type ButtonLook } from "./ButtonLabel.tsx";
import { joinClasses } from "./joinClasses.ts";

interface ButtonProps
  extends ButtonLook, Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children" | "className" | "style"> {
  /** Turns a ring in place of the label, which screen readers still say; the button keeps its width and does not answer. */
  isBusy?: boolean;
}

/** Something to press. `primary` and `gold` stand once on a screen. */
export function Button({
  children,
  variant = "primary",
  icon,
  isInline = false,
  isBusy = false,
  disabled,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={joinClasses(styles.button, styles[variant], isInline && styles.inline)}
      disabled={disabled === true || isBusy}
      aria-busy={isBusy || undefined}
    >
      <ButtonLabel icon={icon}>{children}</ButtonLabel>
      {isBusy && <span className={styles.ring} aria-hidden="true" />}
    </button>
  );
}
