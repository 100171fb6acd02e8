import type { ButtonHTMLAttributes, ReactNode } from "react";

import styles from "./Button.module.css";
import { joinClasses } from "./joinClasses.ts";

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "className" | "style"> {
  children: ReactNode;
  /** `primary` once a screen; `gold` for opening; `plain` is text only. */
  variant?: "primary" | "secondary" | "gold" | "danger" | "plain";
  /** As wide as its text instead of the whole row. */
  isInline?: boolean;
  /** Shows a spinner and keeps the label for readers; the button does not answer meanwhile. */
  isBusy?: boolean;
}

export function Button({
  children,
  variant = "primary",
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
      {isBusy && <span className={styles.spinner} aria-hidden="true" />}
      <span>{children}</span>
    </button>
  );
}
