import {
  type ChangeEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from "react";

import { tidyDigits } from "#src/format/tidyDigits.ts";
import { isComposing } from "#src/hooks/isComposing.ts";
import { useHaptics } from "#src/hooks/useHaptics.ts";
import { useRefusedKeys } from "#src/hooks/useRefusedKeys.ts";

import { FieldFrame, type FieldSurroundings } from "./Field.tsx";
import { Icon, type IconName } from "./Icon.tsx";
import styles from "./Stepper.module.css";
import { switchOff } from "./switchOff.ts";

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
  const step = (by: 1 | -1) => choose((current ?? min - by) + by);
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
      onStep={() => step(by)}
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
                    onClick={() => choose(pick)}
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
      onContextMenu={(event) => event.preventDefault()}
    >
      <Icon name={icon} />
    </button>
  );
}

/** A press shorter than this is one tap. */
const HOLD_AFTER_MS = 400;
const REPEAT_EVERY_MS = 90;

interface HoldRepeat {
  onPointerDown: (event: PointerEvent) => void;
  onPointerUp: () => void;
  onPointerLeave: () => void;
  onPointerCancel: () => void;
  onClick: (event: MouseEvent) => void;
}

/** Runs an action once per tap, and repeatedly while the button is held, until it is no longer possible. */
function useHoldRepeat(action: () => void, isPossible: boolean): HoldRepeat {
  const latest = useRef(action);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hasRepeated = useRef(false);

  const stop = () => clearTimeout(timer.current);
  const repeat = () => {
    hasRepeated.current = true;
    latest.current();
    timer.current = setTimeout(repeat, REPEAT_EVERY_MS);
  };

  useEffect(() => {
    latest.current = action;
  });
  useEffect(() => (isPossible ? () => clearTimeout(timer.current) : undefined), [isPossible]);

  return {
    onPointerDown: ({ button }) => {
      stop();
      hasRepeated.current = false;
      if (button !== 0 || !isPossible) return;
      timer.current = setTimeout(repeat, HOLD_AFTER_MS);
    },
    onPointerUp: stop,
    onPointerLeave: stop,
    onPointerCancel: stop,
    onClick: ({ detail }) => {
      // Clicks by key have `detail` 0. They ignore `hasRepeated`: an earlier press that slid off the button may have left it set.
      const isByKey = detail === 0;
      if (isByKey || !hasRepeated.current) action();
      hasRepeated.current = false;
    },
  };
}
