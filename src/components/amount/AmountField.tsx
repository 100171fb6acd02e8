import { type ChangeEvent, type ClipboardEvent, type CSSProperties, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { getDecimalMark } from "#domain/money/formatAmountText.ts";
import fieldStyles from "#src/components/ui/Field.module.css";
import { FieldFrame, type FieldSurroundings } from "#src/components/ui/Field.tsx";
import { standStill } from "#src/components/ui/switchOff.ts";
import { useRefusedKeys } from "#src/hooks/useRefusedKeys.ts";

import styles from "./AmountField.module.css";
import { cleanAmountText, readPastedAmount } from "./amountText.ts";

/** As long as a request may say an amount. */
const MAX_LENGTH = 12;

/** As many letters as a button around the unit takes room for. */
const BUTTON_CHARACTERS = 3;

interface AmountFieldProps extends Omit<FieldSurroundings, "counter"> {
  /** Whole-coin decimal text as typed, with a point; shown with the language's own mark. */
  value: string;
  onChange: (value: string) => void;
  /** Shown beside the number: the coin's label. */
  unit: string;
  /** In place of the unit, which it says: what changes it. */
  unitButton?: ReactNode;
  /** Characters that fit; otherwise as many as a request may have. What is longer is refused, never cut. */
  maxLength?: number;
  /** A line below the number: what it is worth in money. */
  fiat?: ReactNode;
  /** `hero` is the one number that a screen is about. */
  size?: "normal" | "hero";
  /** Shown for a refused paste, until something changes. */
  pasteError?: ReactNode;
  /** Shown for a refused key, until something is deleted or the field is left. */
  keyError?: ReactNode;
  disabled?: boolean;
  onBlur?: () => void;
}

/**
 * A field for an amount of a coin. It takes every keyboard's digits and either decimal mark, and refuses what would
 * become another number. The machine decides which amounts are valid.
 */
export function AmountField(props: AmountFieldProps) {
  const {
    value,
    onChange,
    unit,
    unitButton,
    maxLength = MAX_LENGTH,
    fiat,
    size = "normal",
    pasteError,
    keyError,
    disabled = false,
    onBlur,
    ...rest
  } = props;
  const [isPasteRefused, setIsPasteRefused] = useState(false);
  const keys = useRefusedKeys(disabled);
  const refusal = isPasteRefused ? pasteError : keys.isRefused && keyError;
  const surroundings = { ...rest, error: rest.error ?? refusal };
  const mark = getDecimalMark(useTranslation().i18n.language);
  const show = (text: string) => text.replace(".", mark);
  const shown = show(value);

  /** The text and its caret are set at once: rendered later, the caret would jump to the end. */
  const accept = (input: HTMLInputElement, text: string, caret: number) => {
    setIsPasteRefused(false);
    keys.forget();
    input.value = show(text);
    input.setSelectionRange(caret, caret);
    onChange(text);
  };

  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    const { target } = event;
    const caret = target.selectionStart ?? target.value.length;
    const text = cleanAmountText(target.value);
    const addedLength = target.value.length - shown.length;
    const isTaken = keys.takes(text !== null, addedLength);
    if (!isTaken || text === null || isTooLong(text, value, maxLength)) {
      target.value = shown;
      target.setSelectionRange(caret - addedLength, caret - addedLength);
      return;
    }
    accept(target, text, caret + text.length - target.value.length);
  };

  const handlePaste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault();
    if (disabled) return;
    const { currentTarget: input, clipboardData } = event;
    const pasted = readPastedAmount(clipboardData.getData("text/plain"), unit, mark);
    const start = input.selectionStart ?? shown.length;
    const after = shown.slice(input.selectionEnd ?? start);
    const text = pasted === null ? null : cleanAmountText(shown.slice(0, start) + pasted + after);
    if (text === null || isTooLong(text, value, maxLength)) setIsPasteRefused(true);
    else accept(input, text, text.length - after.length);
  };

  const handleBlur = () => {
    setIsPasteRefused(false);
    keys.forget();
    const settled = value.replace(/^0+(?=[0-9])/u, "").replace(/\.$/u, "");
    if (settled !== value) onChange(settled);
    onBlur?.();
  };

  return (
    <FieldFrame
      {...surroundings}
      size={size}
      after={unitButton ?? unit}
      below={fiat !== undefined && <p className={styles.fiat}>{fiat}</p>}
    >
      {(ties) => (
        <input
          {...ties}
          {...standStill(disabled)}
          className={size === "hero" ? styles.hero : fieldStyles.input}
          style={
            {
              "--characters": Math.max(shown.length, 1),
              "--unit-characters": unit.length + (unitButton === undefined ? 0 : BUTTON_CHARACTERS),
            } as CSSProperties
          }
          inputMode="decimal"
          enterKeyHint="next"
          autoComplete="off"
          autoCorrect="off"
          placeholder="0"
          value={shown}
          onChange={handleChange}
          onPaste={handlePaste}
          onBlur={handleBlur}
        />
      )}
    </FieldFrame>
  );
}

/** A value that is too long already, e.g. after another coin was chosen, can still be made shorter. */
function isTooLong(text: string, value: string, maxLength: number): boolean {
  return text.length > maxLength && text.length >= value.length;
}
