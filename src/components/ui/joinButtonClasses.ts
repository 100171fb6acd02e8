import styles from "./Button.module.css";
import type { ButtonLook } from "./ButtonLabel.tsx";
import { joinClasses } from "./joinClasses.ts";

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
