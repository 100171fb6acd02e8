import { useId, type ReactNode } from "react";

import { Icon, type IconName } from "./Icon.tsx";
import styles from "./Segmented.module.css";
import { useMarker } from "#src/hooks/useMarker.ts";

interface SegmentedProps<Value extends string> {
  /** Names the group for screen readers. */
  label: string;
  options: readonly { value: Value; label: ReactNode; icon?: IconName }[];
  value: Value | null;
  /** Keeps the focus, and takes no choice. */
  isBusy?: boolean;
  /** Keeps its place unseen, while the order of its options is not known. */
  isToCome?: boolean;
  onChange: (value: Value) => void;
}

/** One choice of a few, as native radio buttons. Labels that are too long wrap into more rows. */
export function Segmented<Value extends string>({
  label,
  options,
  value,
  isBusy = false,
  isToCome = false,
  onChange,
}: SegmentedProps<Value>) {
  const name = useId();
  const chosenIndex = options.findIndex((option) => option.value === value);
  const { container, style } = useMarker<HTMLFieldSetElement>("label", chosenIndex);
  return (
    <fieldset ref={container} className={styles.group} data-to-come={isToCome || undefined}>
      <legend className="visually-hidden">{label}</legend>
      {style !== null && <span className={styles.thumb} style={style} aria-hidden="true" />}
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            className={styles.input}
            name={name}
            value={option.value}
            checked={option.value === value}
            aria-disabled={isBusy || undefined}
            onChange={() => {
              if (!isBusy) onChange(option.value);
            }}
          />
          <span className={styles.face}>
            {option.icon !== undefined && <Icon name={option.icon} sizePx={20} />}
            <span>{option.label}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
