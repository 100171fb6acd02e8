import type { ComponentProps, ReactNode } from "react";

import styles from "./ChoiceRow.module.css";

/** One thing that can be chosen. */
export interface Choice<Value extends string> {
  value: Value;
  label: string;
  /** Left of the label, decorative: an Avatar, an Icon. */
  before?: ReactNode;
  /** Set where the label is in another language than the page. */
  lang?: string;
}

interface ChoiceRowProps extends Omit<ComponentProps<"input">, "className" | "type" | "value"> {
  type: "radio" | "checkbox";
  choice: Choice<string>;
}

/** A row with its native input at the end; all of it takes the tap. */
export function ChoiceRow({ choice: { value, label, before, lang }, ...input }: ChoiceRowProps) {
  return (
    <label className={styles.choice}>
      {before !== undefined && <span className={styles.before}>{before}</span>}
      <span className={styles.label}>
        <bdi lang={lang}>{label}</bdi>
      </span>
      <input {...input} value={value} className={styles.input} />
    </label>
  );
}
