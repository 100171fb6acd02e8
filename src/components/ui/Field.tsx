import { type InputHTMLAttributes, type ReactNode, useId } from "react";

import styles from "./Field.module.css";
import { Icon } from "./Icon.tsx";
import { joinClasses } from "./joinClasses.ts";
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
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </FieldFrame>
  );
}

/** From this share of the maximum on, screen readers say the count. */
const NEAR_LIMIT = 0.8;

// By name, so that a build keeps no table of the style sheet's classes.
const SIZES = { normal: undefined, hero: styles.hero, cells: styles.cells };

/** Everything around the input of a field. */
export interface FieldSurroundings {
  label: ReactNode;
  hint?: ReactNode;
  /** What is wrong with the value, translated; it takes the hint's place. Absent: nothing. */
  error?: ReactNode;
  /** How much of the maximum is used, e.g. in characters. */
  counter?: { value: number; max: number };
}

interface FieldFrameProps extends FieldSurroundings {
  /** Inside the box, left of the input. */
  before?: ReactNode;
  /** Inside the box, right of the input: a unit, a small button. */
  after?: ReactNode;
  /** Between the box and the hint. */
  below?: ReactNode;
  /** `hero` is one large value in the middle, without a box; `cells` bring boxes of their own. */
  size?: keyof typeof SIZES;
  /** Renders the input with the props that link it to its label and notes. */
  children: (ties: { id: string; "aria-invalid": true | undefined; "aria-describedby": string }) => ReactNode;
}

/** Label, box and notes of every kind of field. The line for notes is always reserved, so that an error moves nothing. */
export function FieldFrame(props: FieldFrameProps) {
  const { label, hint, error, counter, before, after, below, size = "normal", children } = props;
  const id = useId();
  const noteId = `${id}-note`;
  const counterId = `${id}-counter`;
  const hasError = error !== undefined && error !== null && error !== false && error !== "";
  return (
    <div className={joinClasses(styles.field, SIZES[size])}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={styles.box} data-bad={hasError || undefined}>
        {before}
        {children({
          id,
          "aria-invalid": hasError || undefined,
          "aria-describedby": counter === undefined ? noteId : `${noteId} ${counterId}`,
        })}
        {after !== undefined && <span className={styles.after}>{after}</span>}
      </div>
      {below}
      <div className={styles.notes}>
        <p id={noteId} className={hasError ? styles.error : styles.hint} aria-live="polite">
          {hasError && <Icon name="warning" sizePx={16} />}
          <span>{hasError ? error : hint}</span>
        </p>
        {counter !== undefined && <Counter id={counterId} {...counter} />}
      </div>
    </div>
  );
}

function Counter({ id, value, max }: { id: string; value: number; max: number }) {
  return (
    <span
      id={id}
      className={value > max ? styles.counterOver : styles.counter}
      // As wide as at the maximum: no digit more wraps the hint beside it.
      style={{ minWidth: `${2 * String(max).length + 1}ch` }}
      aria-live={value >= max * NEAR_LIMIT ? "polite" : "off"}
    >
      {value}/{max}
    </span>
  );
}
