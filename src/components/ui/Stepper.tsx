import { useState, type KeyboardEvent } from "react";

import { useHaptics } from "#src/hooks/useHaptics.ts";

import { FieldFrame, type FieldSurroundings } from "./FieldFrame.tsx";
import { Icon } from "./Icon.tsx";
import type { IconName } from "./IconName.ts";
import styles from "./Stepper.module.css";
import { switchOff } from "./switchOff.ts";
import { toLatinDigits } from "#src/format/toLatinDigits.ts";
import { useHoldRepeat } from "#src/hooks/useHoldRepeat.ts";

interface StepperProps extends Omit<FieldSurroundings, "counter"> {
  /** As typed, so that a wrong entry can be shown and named. */
  value: string;
  onChange: (value: string) => void;
  min: number;
  max: number;
  decreaseLabel: string;
  increaseLabel: string;
  /** Numbers to choose by one tap. */
  picks?: readonly number[];
  disabled?: boolean;
  onBlur?: () => void;
}

/** A whole number with a button on either side, which repeats while held; the number can be typed too. */
export function Stepper(props: StepperProps) {
  const { value, onChange, min, max, decreaseLabel, increaseLabel, picks, disabled = false, onBlur, ...rest } = props;
  const [announced, setAnnounced] = useState("");
  const vibrate = useHaptics();
  const current = /^[0-9]{1,6}$/u.test(value) ? Number(value) : null;

  const choose = (next: number) => {
    const text = String(Math.min(max, Math.max(min, next)));
    setAnnounced(text);
    if (text !== value) vibrate("selection");
    onChange(text);
  };
  const step = (by: 1 | -1) => {
    choose((current ?? min - by) + by);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    step(event.key === "ArrowUp" ? 1 : -1);
  };

  return (
    <div>
      <FieldFrame
        {...rest}
        before={
          <StepButton
            icon="minus"
            label={decreaseLabel}
            isPossible={!disabled && (current === null || current > min)}
            onStep={() => {
              step(-1);
            }}
          />
        }
        after={
          <StepButton
            icon="plus"
            label={increaseLabel}
            isPossible={!disabled && (current === null || current < max)}
            onStep={() => {
              step(1);
            }}
          />
        }
        below={
          picks !== undefined && (
            <ul className={styles.picks}>
              {picks.map((pick) => (
                <li key={pick}>
                  <button
                    type="button"
                    className={styles.pick}
                    aria-pressed={pick === current}
                    {...switchOff(disabled, () => {
                      choose(pick);
                    })}
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
            disabled={disabled}
            onBlur={onBlur}
            onKeyDown={handleKey}
            onChange={(event) => {
              onChange(toLatinDigits(event.target.value));
            }}
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
