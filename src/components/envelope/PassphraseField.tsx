import type { InputHTMLAttributes } from "react";

import { MAX_CODE_POINTS } from "#domain/passphrase/readPassphrase.ts";
import { tidyPassphrase } from "#domain/passphrase/tidyPassphrase.ts";
import { Button } from "#src/components/ui/Button.tsx";
import { Field, type FieldSurroundings } from "#src/components/ui/Field.tsx";

interface PassphraseFieldProps
  extends
    Omit<FieldSurroundings, "counter">,
    Pick<InputHTMLAttributes<HTMLInputElement>, "disabled" | "enterKeyHint" | "onBlur" | "placeholder"> {
  value: string;
  onChange: (value: string) => void;
  /** Makes up a passphrase; without it there is no such button. */
  onGenerate?: () => void;
  /** What that button says, to the eye while there is no passphrase. */
  generateLabel?: string;
}

/**
 * Where the passphrase of an envelope is typed. It is read aloud in a group, so it shows as typed and no keyboard or
 * password manager may change or keep it. It is never cut: that would make it another passphrase.
 */
export function PassphraseField({ onGenerate, generateLabel = "", disabled, ...rest }: PassphraseFieldProps) {
  return (
    <Field
      {...rest}
      type="text"
      disabled={disabled}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      counter={{ value: Array.from(tidyPassphrase(rest.value)).length, max: MAX_CODE_POINTS }}
      after={
        onGenerate && (
          <Button
            variant="plain"
            isInline
            icon="dice"
            aria-label={generateLabel}
            disabled={disabled}
            onClick={onGenerate}
          >
            {/* What is there needs the room. */}
            {rest.value === "" && generateLabel}
          </Button>
        )
      }
    />
  );
}
