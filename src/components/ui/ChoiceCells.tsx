import { useId } from "react";

import { ChoiceRow, type Choice } from "./ChoiceRow.tsx";

interface ChoiceCellsProps<Value extends string> {
  /** Names the group for screen readers. */
  label: string;
  options: readonly Choice<Value>[];
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
        <ChoiceRow
          key={option.value}
          type="radio"
          name={name}
          choice={option}
          checked={option.value === value}
          onChange={() => onChange(option.value)}
        />
      ))}
    </fieldset>
  );
}
