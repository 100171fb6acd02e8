import { useId, type ReactNode } from "react";

import fieldStyles from "./Field.module.css";
import styles from "./Stepper.module.css";

interface StepperProps {
  label: ReactNode;
  /** As typed, so that a wrong entry can be shown and named. */
  value: string;
  onChange: (value: string) => void;
  min: number;
  max: number;
  decreaseLabel: string;
  increaseLabel: string;
  hint?: ReactNode;
  error?: ReactNode;
  disabled?: boolean;
  onBlur?: () => void;
}

/** A whole number with a button on either side; typing stays free. */
export function Stepper(props: StepperProps) {
  const {
    label,
    value,
    onChange,
    min,
    max,
    decreaseLabel,
    increaseLabel,
    hint,
    error,
    disabled = false,
    onBlur,
  } = props;
  const id = useId();
  const noteId = `${id}-note`;
  const hasError = error !== undefined && error !== null && error !== false && error !== "";
  const current = /^[0-9]{1,6}$/u.test(value) ? Number(value) : null;
  const step = (by: number) => {
    onChange(String(Math.min(max, Math.max(min, (current ?? min - by) + by))));
  };
  return (
    <div className={fieldStyles.field}>
      <label htmlFor={id} className={fieldStyles.label}>
        {label}
      </label>
      <div className={hasError ? fieldStyles.boxBad : fieldStyles.box}>
        <button
          type="button"
          className={styles.step}
          aria-label={decreaseLabel}
          disabled={disabled || (current !== null && current <= min)}
          onClick={() => {
            step(-1);
          }}
        >
          −
        </button>
        <input
          id={id}
          className={styles.input}
          inputMode="numeric"
          autoComplete="off"
          value={value}
          disabled={disabled}
          onBlur={onBlur}
          onChange={(event) => {
            onChange(event.target.value);
          }}
          aria-invalid={hasError || undefined}
          aria-describedby={hasError || hint !== undefined ? noteId : undefined}
        />
        <button
          type="button"
          className={styles.step}
          aria-label={increaseLabel}
          disabled={disabled || (current !== null && current >= max)}
          onClick={() => {
            step(1);
          }}
        >
          +
        </button>
      </div>
      {(hasError || hint !== undefined) && (
        <p id={noteId} className={hasError ? fieldStyles.error : fieldStyles.hint}>
          {hasError ? error : hint}
        </p>
      )}
    </div>
  );
}
