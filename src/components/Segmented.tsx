import { useId, type ReactNode } from "react";

import styles from "./Segmented.module.css";

interface SegmentedProps<Value extends string> {
  /** Names the group for readers. */
  label: string;
  options: readonly { value: Value; label: ReactNode; disabled?: boolean }[];
  value: Value | null;
  onChange: (value: Value) => void;
}

/** One choice of a few, as native radio buttons. */
export function Segmented<Value extends string>({ label, options, value, onChange }: SegmentedProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles.group}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            className={styles.input}
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled === true}
            onChange={() => {
              onChange(option.value);
            }}
          />
          <span className={styles.face}>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
