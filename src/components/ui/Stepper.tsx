import { useState, type ChangeEvent, type KeyboardEvent, type ReactNode } from "react";

import { useHaptics } from "#src/hooks/useHaptics.ts";

import { FieldFrame, type FieldSurroundings } from "./FieldFrame.tsx";
import { Icon } from "./Icon.tsx";
import type { IconName } from "./IconName.ts";
import styles from "./Stepper.module.css";
import { switchOff } from "./switchOff.ts";
import { tidyDigits } from "#src/format/tidyDigits.ts";
import { useHoldRepeat } from "#src/hooks/useHoldRepeat.ts";
import { isComposing } from "#src/hooks/isComposing.ts";
import { useRefusedKeys } from "#src/hooks/useRefusedKeys.ts";

interface StepperProps extends Omit<FieldSurroundings, "counter"> {
  /** Digits as typed; a number out of bounds is shown and named. */
  value: string;
  onChange: (value: string) => void;
  min: number;
  max: number;
  decreaseLabel: string;
  increaseLabel: string;
  /** Numbers to choose by one tap. */
  picks?: readonly number[];
  /** Shown after a refused key or paste. Deleting, choosing or leaving the field takes it away. */
  keyError?: ReactNode;
  onBlur?: () => void;
}

/** A whole number with a button on either side, which repeats while held; the number can be typed too. */
export function Stepper(props: StepperProps) {
  const { value, onChange, min, max, decreaseLabel, increaseLabel, picks, keyError, onBlur, ...rest } = props;
  const [announced, setAnnounced] = useState("");
  const vibrate = useHaptics();
  const keys = useRefusedKeys();
  const error = rest.error ?? (keys.isRefused && keyError);
  const current = Number(value) || null;

  const choose = (next: number) => {
    const text = String(Math.min(max, Math.max(min, next)));
    setAnnounced(text);
    keys.forget();
    if (text !== value) vibrate("selection");
    onChange(text);
  };
  const step = (by: 1 | -1) => {
    choose((current ?? min - by) + by);
  };
  const handleKey = (event: KeyboardEvent) => {
    if ((event.key !== "ArrowUp" && event.key !== "ArrowDown") || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    step(event.key === "ArrowUp" ? 1 : -1);
  };

  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    const text = tidyDigits(event.target.value);
    if (keys.takes(/^[0-9]*$/u.test(text), text.length - value.length)) onChange(text);
  };

  const renderStep = (icon: IconName, label: string, by: 1 | -1, end: number) => (
    <StepButton
      icon={icon}
      label={label}
      isPossible={current === null || current * by < end * by}
      onStep={() => {
        step(by);
      }}
    />
  );

  return (
    <div>
      <FieldFrame
        {...rest}
        error={error}
        before={renderStep("minus", decreaseLabel, -1, min)}
        after={renderStep("plus", increaseLabel, 1, max)}
        below={
          picks !== undefined && (
            <ul className={styles.picks}>
              {picks.map((pick) => (
                <li key={pick}>
                  <button
                    type="button"
                    className={styles.pick}
                    aria-pressed={pick === current}
                    onClick={() => {
                      choose(pick);
                    }}
                  >
                    {pick}
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      >
        {(ties) => (
          <input
            {...ties}
            className={styles.input}
            inputMode="numeric"
            enterKeyHint="next"
            autoComplete="off"
            value={value}
            onBlur={() => {
              keys.forget();
              onBlur?.();
            }}
            onKeyDown={handleKey}
            onChange={handleChange}
          />
        )}
      </FieldFrame>
      {/* The focus is on the button, so screen readers would not announce the new number. */}
      <span className="visually-hidden" aria-live="polite">
        {announced}
      </span>
    </div>
  );
}

interface StepButtonProps {
  icon: IconName;
  label: string;
  isPossible: boolean;
  onStep: () => void;
}

function StepButton({ icon, label, isPossible, onStep }: StepButtonProps) {
  const { onClick, ...holding } = useHoldRepeat(onStep, isPossible);
  return (
    <button
      {...holding}
      {...switchOff(!isPossible, onClick)}
      type="button"
      className={styles.step}
      aria-label={label}
      onContextMenu={(event) => {
        event.preventDefault();
      }}
    >
      <Icon name={icon} />
    </button>
  );
}
