import { useId, type ReactNode } from "react";

import styles from "./SwitchCell.module.css";

interface SwitchCellProps {
  label: ReactNode;
  /** A line under the label. */
  hint?: ReactNode;
  isOn: boolean;
  /** Keeps the focus, and takes no press. */
  isBusy?: boolean;
  onChange: (isOn: boolean) => void;
}

/** One row of a list with a switch: a native checkbox, pressed anywhere in the row. */
export function SwitchCell({ label, hint, isOn, isBusy = false, onChange }: SwitchCellProps) {
  const id = useId();
  return (
    <label className={styles.cell}>
      <span className={styles.text}>
        <span id={`${id}-label`}>{label}</span>
        {hint !== undefined && (
          <span id={`${id}-hint`} className={styles.hint}>
            {hint}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        className={styles.input}
        aria-labelledby={`${id}-label`}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        aria-disabled={isBusy || undefined}
        aria-checked={isOn}
        checked={isOn}
        onChange={({ target }) => {
          if (!isBusy) onChange(target.checked);
        }}
      />
    </label>
  );
}
