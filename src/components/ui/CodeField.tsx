import { useLayoutEffect, useRef } from "react";

import styles from "./CodeField.module.css";
import { FieldFrame, type FieldSurroundings } from "./Field.tsx";
import { standStill } from "./switchOff.ts";

interface CodeFieldProps extends Pick<FieldSurroundings, "label" | "hint" | "error"> {
  /** Digits. */
  value: string;
  /** Given what was typed, pasted or filled in by the phone, as it is. */
  onChange: (typed: string) => void;
  /** How many digits a whole code has. */
  length: number;
  disabled?: boolean;
  /** Takes the focus as soon as it is shown and can be typed in. */
  isFocused?: boolean;
}

/**
 * A code of some digits, one cell for each. Underneath is one real input: a paste, the phone's own filling of codes, the
 * backspace and screen readers need nothing more.
 */
export function CodeField({
  label,
  hint,
  error,
  value,
  onChange,
  length,
  disabled = false,
  isFocused = false,
}: CodeFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const isReady = isFocused && !disabled;
  useLayoutEffect(() => {
    if (isReady) input.current?.focus();
  }, [isReady]);
  return (
    <FieldFrame label={label} hint={hint} error={error} size="cells">
      {(ties) => (
        <div className={styles.code} data-bad={ties["aria-invalid"]}>
          <input
            {...ties}
            {...standStill(disabled)}
            ref={input}
            className={styles.input}
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="done"
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onSelect={({ currentTarget }) => {
              // The next digit goes to the end: cells show no caret that could be elsewhere.
              const { length: end } = currentTarget.value;
              if (currentTarget.selectionStart === currentTarget.selectionEnd)
                currentTarget.setSelectionRange(end, end);
            }}
          />
          <div className={styles.cells} aria-hidden="true">
            {Array.from({ length }, (_, index) => (
              <span
                key={index}
                className={styles.cell}
                data-current={index === Math.min(value.length, length - 1) || undefined}
                data-filled={index < value.length || undefined}
              >
                {value[index]}
              </span>
            ))}
          </div>
        </div>
      )}
    </FieldFrame>
  );
}
