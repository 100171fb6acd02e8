import { Fragment, useId, useRef, type ReactNode } from "react";

import styles from "./CheckCells.module.css";
import { ChoiceRow, type Choice } from "./ChoiceRow.tsx";
import { Icon } from "./Icon.tsx";

interface CheckCellsProps<Value extends string> {
  /** Names the group for screen readers. */
  label: string;
  options: readonly Choice<Value>[];
  /** Those that cannot be switched now, e.g. where as many are chosen as may be. */
  disabledValues?: readonly Value[];
  values: readonly Value[];
  onToggle: (value: Value) => void;
  /** What is to be said of some, translated, below each. */
  notes?: Readonly<Record<string, string>>;
  /** What is wrong with the choice, translated. Absent: nothing. */
  error?: ReactNode;
  /** The focus has left the list. */
  onLeave?: () => void;
}

/** Any number of choices of a list, as native checkboxes, one a row. */
export function CheckCells<Value extends string>(props: CheckCellsProps<Value>) {
  const { label, options, disabledValues = [], values, onToggle, notes = {}, error, onLeave } = props;
  const noteId = useId();
  const list = useRef<HTMLFieldSetElement>(null);
  const hasError = error !== undefined;
  return (
    <fieldset ref={list}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => {
        const note: string | undefined = notes[option.value];
        const ownId = `${noteId}-${option.value}`;
        return (
          <Fragment key={option.value}>
            <ChoiceRow
              type="checkbox"
              choice={option}
              checked={values.includes(option.value)}
              aria-disabled={disabledValues.includes(option.value) || undefined}
              aria-invalid={hasError || undefined}
              aria-describedby={
                [note !== undefined && ownId, hasError && noteId].filter(Boolean).join(" ") || undefined
              }
              onBlur={({ relatedTarget }) => {
                if (list.current?.contains(relatedTarget) !== true) onLeave?.();
              }}
              onChange={() => {
                if (!disabledValues.includes(option.value)) onToggle(option.value);
              }}
            />
            {note !== undefined && (
              <p id={ownId} className={styles.note}>
                <Icon name="warning" sizePx={16} />
                <span>{note}</span>
              </p>
            )}
          </Fragment>
        );
      })}
      <p id={noteId} className={styles.error} aria-live="polite">
        {hasError && (
          <>
            <Icon name="warning" sizePx={16} />
            <span>{error}</span>
          </>
        )}
      </p>
    </fieldset>
  );
}
