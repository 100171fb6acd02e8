import type { ButtonHTMLAttributes, ReactNode } from "react";

import styles from "./Button.module.css";
import { Icon, type IconName } from "./Icon.tsx";
import { joinClasses } from "./joinClasses.ts";
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

// By name, so that a build keeps no table of the style sheet's classes.
const VARIANTS = {
  primary: styles.primary,
  secondary: styles.secondary,
  gold: styles.gold,
  danger: styles.danger,
  plain: styles.plain,
};

/** The classes of a Button or a ButtonLink. */
export function joinButtonClasses(variant: NonNullable<ButtonLook["variant"]>, isInline: boolean): string {
  return joinClasses(styles.button, VARIANTS[variant], isInline && styles.inline);
}
