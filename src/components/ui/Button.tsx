import type { ButtonHTMLAttributes } from "react";

import styles from "./Button.module.css";
import { ButtonLabel, type ButtonLook } from "./ButtonLabel.tsx";
import { joinButtonClasses } from "./joinButtonClasses.ts";
import { switchOff } from "./switchOff.ts";

interface ButtonProps
  extends ButtonLook, Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children" | "className" | "style"> {
  /** Shows a spinner in place of the label, which screen readers still read; the button keeps its width and ignores presses. */
  isBusy?: boolean;
}

/** A button. A screen has at most one `primary` or `gold` one. */
export function Button({
  children,
  variant = "primary",
  icon,
  isInline = false,
  isBusy = false,
  disabled = false,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={joinButtonClasses(variant, isInline)}
      {...switchOff(disabled || isBusy, onClick)}
      aria-busy={isBusy || undefined}
    >
      <ButtonLabel icon={icon}>{children}</ButtonLabel>
      {isBusy && <span className={styles.ring} aria-hidden="true" />}
    </button>
  );
}
