import { useId } from "react";

import styles from "./ChoiceCells.module.css";

interface ChoiceCellsProps {
  /** Names the group for readers. */
  label: string;
  options: readonly { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
}

/** One choice of a list, as native radio buttons, one a row. */
export function ChoiceCells({ label, options, value, onChange }: ChoiceCellsProps) {
  const name = useId();
  return (
    <fieldset>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.choice}>
          <span className={styles.label}>{option.label}</span>
          <input
            type="radio"
            name={name}
            value={option.value}
            className={styles.input}
            checked={option.value === value}
            onChange={() => {
              onChange(option.value);
            }}
          />
        </label>
      ))}
    </fieldset>
  );
}
