import { useState } from "react";

import { Field, type FieldProps } from "./Field.tsx";
import { IconButton } from "./IconButton.tsx";

interface SecretFieldProps extends Omit<FieldProps, "type" | "after"> {
  showLabel: string;
  hideLabel: string;
}

/** One line of text that is hidden from onlookers until the person wants to see it. */
export function SecretField({ showLabel, hideLabel, disabled, ...rest }: SecretFieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <Field
      {...rest}
      type={isShown ? "text" : "password"}
      disabled={disabled}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      after={
        <IconButton
          icon={isShown ? "eyeOff" : "eye"}
          label={isShown ? hideLabel : showLabel}
          disabled={disabled}
          onClick={() => setIsShown(!isShown)}
        />
      }
    />
  );
}
