import { useId, type ReactNode } from "react";

import styles from "./ChoiceCells.module.css";

interface ChoiceCellsProps<Value extends string> {
  /** Names the group for screen readers. */
  label: string;
  options: readonly {
    value: Value;
    label: string;
    /** Left of the label, decorative: an Avatar, an Icon. */
    before?: ReactNode;
    /** Set where the label is in another language than the page. */
    lang?: string;
  }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** One choice of a list, as native radio buttons, one a row. */
export function ChoiceCells<Value extends string>({ label, options, value, onChange }: ChoiceCellsProps<Value>) {
  const name = useId();
  return (
    <fieldset>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.choice}>
          {option.before !== undefined && <span className={styles.before}>{option.before}</span>}
          <span className={styles.label} lang={option.lang}>
            {option.label}
          </span>
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
