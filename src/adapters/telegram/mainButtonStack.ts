/** What the messenger's main button shows. */
export interface MainButton {
  text: string;
  isEnabled: boolean;
  /** Shows progress in place of the text and ignores presses. */
  isBusy: boolean;
  /** `gold` on the stage, `red` on the everyday ground. */
  tone: "red" | "gold";
}

/**
 * The requests for the messenger's one main button; the latest is shown and handles presses. Hiding waits for a frame, so
 * that the button stays where one request follows another: each change resizes the app.
 */
export interface MainButtonStack {
  /** @returns a function that takes the button away again */
  push: (button: MainButton, onPress: () => void) => () => void;
  /**
   * Disables the button for a modal: it is outside the page and would act beneath it.
   * @returns a function that takes the cover away again
   */
  cover: () => () => void;
  press: () => void;
  /** Shows the present state once more, e.g. in new colours. */
  refresh: () => void;
}

/**
 * @param show called with each change of the button; null hides it
 * @param defer runs something a frame later
 * @returns a function that calls it off
 */
export function createMainButtonStack(
  show: (button: MainButton | null) => void,
  defer: (run: () => void) => () => void,
): MainButtonStack {
  const wishes: { button: MainButton; run: () => void }[] = [];
  let coverCount = 0;
  let shown: MainButton | null = null;
  let callOff: (() => void) | null = null;

  const choose = (): MainButton | null => {
    const button = wishes.at(-1)?.button;
    if (button === undefined) return null;
    return coverCount === 0 ? button : { ...button, isEnabled: false };
  };
  const refresh = () => {
    callOff?.();
    callOff = null;
    shown = choose();
    show(shown);
  };
  const settle = () => {
    const next = choose();
    if (next === null) {
      if (shown !== null) callOff ??= defer(refresh);
      return;
    }
    if (isSame(next, shown)) {
      callOff?.();
      callOff = null;
    } else refresh();
  };

  return {
    push: (button, onPress) => {
      const wish = { button, run: onPress };
      wishes.push(wish);
      settle();
      return () => {
        const index = wishes.indexOf(wish);
        if (index === -1) return;
        wishes.splice(index, 1);
        settle();
      };
    },
    cover: () => {
      let isLifted = false;
      coverCount += 1;
      settle();
      return () => {
        if (isLifted) return;
        isLifted = true;
        coverCount -= 1;
        settle();
      };
    },
    press: () => {
      const button = choose();
      if (button?.isEnabled === true && !button.isBusy) wishes.at(-1)?.run();
    },
    refresh,
  };
}

function isSame(one: MainButton, other: MainButton | null): boolean {
  return (
    other !== null &&
    one.text === other.text &&
    one.isEnabled === other.isEnabled &&
    one.isBusy === other.isBusy &&
    one.tone === other.tone
  );
}
