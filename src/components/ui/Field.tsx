import type { InputHTMLAttributes, ReactNode } from "react";

import styles from "./Field.module.css";
import { FieldFrame, type FieldSurroundings } from "./FieldFrame.tsx";
import { standStill } from "./switchOff.ts";

export interface FieldProps
  extends
    FieldSurroundings,
    Omit<InputHTMLAttributes<HTMLInputElement>, "id" | "className" | "style" | "value" | "onChange"> {
  value: string;
  onChange: (value: string) => void;
  /** Right inside the box: a unit, a small button. */
  after?: ReactNode;
}

/** One line of text with a label, a hint or an error, and perhaps a count. */
export function Field({ label, value, onChange, hint, error, counter, after, disabled = false, ...rest }: FieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} counter={counter} after={after}>
      {(ties) => (
        <input
          autoComplete="off"
          {...rest}
          {...standStill(disabled)}
          {...ties}
          className={styles.input}
          value={value}
          onChange={(event) => {
            onChange(event.target.value);
          }}
        />
      )}
    </FieldFrame>
  );
}
