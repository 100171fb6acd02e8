import { Icon } from "./Icon.tsx";
import { joinClasses } from "./joinClasses.ts";
import styles from "./Select.module.css";

interface SelectProps<Value extends string> {
  /** Names the choice for screen readers. */
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  /** Something other than the usual is chosen. */
  isMarked?: boolean;
}

/** A small choice beside a list, as the phone's own picker. */
export function Select<Value extends string>({
  label,
  options,
  value,
  onChange,
  isMarked = false,
}: SelectProps<Value>) {
  return (
    <span className={joinClasses(styles.frame, isMarked && styles.marked)}>
      <select
        className={styles.select}
        aria-label={label}
        value={value}
        onChange={({ target }) => {
          const chosen = options.find((option) => option.value === target.value);
          if (chosen !== undefined) onChange(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="chevronRight" sizePx={16} />
    </span>
  );
}
