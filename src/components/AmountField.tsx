import type { ReactNode } from "react";

import { Field } from "./Field.tsx";

interface AmountFieldProps {
  label: ReactNode;
  /** Whole-coin decimal text as typed, with a point. */
  value: string;
  onChange: (value: string) => void;
  /** Shown inside the box, e.g. `ETH`. */
  unit: string;
  /** Characters that fit, from the coin's limits. */
  maxLength: number;
  hint?: ReactNode;
  error?: ReactNode;
  disabled?: boolean;
  onBlur?: () => void;
}

/** Leaves digits and one point. A comma counts as a point, as decimal keyboards of many languages offer only that. */
export function cleanAmountText(text: string): string {
  const [whole = "", ...fraction] = text
    .replaceAll(",", ".")
    .replaceAll(/[^0-9.]/gu, "")
    .split(".");
  return fraction.length === 0 ? whole : `${whole}.${fraction.join("")}`;
}

/** A field for an amount of a coin. What is valid is the machine's business; this only keeps letters out. */
export function AmountField({ onChange, unit, ...rest }: AmountFieldProps) {
  return (
    <Field
      {...rest}
      inputMode="decimal"
      placeholder="0"
      after={unit}
      onChange={(value) => {
        onChange(cleanAmountText(value));
      }}
    />
  );
}
