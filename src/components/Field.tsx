import { useId, type InputHTMLAttributes, type ReactNode } from "react";

import styles from "./Field.module.css";

export interface FieldProps extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  "id" | "className" | "style" | "value" | "onChange"
> {
  label: ReactNode;
  value: string;
  onChange: (value: string) => void;
  hint?: ReactNode;
  /** What is wrong with the value, translated. Absent: nothing. */
  error?: ReactNode;
  /** Right inside the box: a unit, a small button. */
  after?: ReactNode;
}

/** A labelled text input with hint and error. */
export function Field({ label, value, onChange, hint, error, after, ...rest }: FieldProps) {
  const id = useId();
  const hasError = error !== undefined && error !== null && error !== false && error !== "";
  const noteId = `${id}-note`;
  const hasNote = hasError || hint !== undefined;
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={hasError ? styles.boxBad : styles.box}>
        <input
          autoComplete="off"
          {...rest}
          id={id}
          className={styles.input}
          value={value}
          onChange={(event) => {
            onChange(event.target.value);
          }}
          aria-invalid={hasError || undefined}
          aria-describedby={hasNote ? noteId : undefined}
        />
        {after !== undefined && <span className={styles.after}>{after}</span>}
      </div>
      {hasNote && (
        <p id={noteId} className={hasError ? styles.error : styles.hint}>
          {hasError ? error : hint}
        </p>
      )}
    </div>
  );
}
