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
 * that the button stays where one request follows another: each change resizes the app. While modals are open, the
 * uppermost one's request counts; without one the button beneath stays to be seen, but does nothing.
 */
export interface MainButtonStack {
  /**
   * @param modal the one that the button stands in, known by identity; null: in the page
   * @returns a function that takes the button away again
   */
  push: (button: MainButton, onPress: () => void, modal?: object | null) => () => void;
  /**
   * Leaves the button to a modal that opens: it is outside the page, and what is beneath would act.
   * @returns a function that closes the modal again
   */
  pushModal: (modal: object) => () => void;
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
  const requests: { button: MainButton; run: () => void; modal: object | null }[] = [];
  /** The open ones, the uppermost last. */
  const modals: object[] = [];
  let shown: MainButton | null = null;
  let callOff: (() => void) | null = null;

  const findOf = (modal: object | null) => requests.findLast((request) => request.modal === modal);
  const findOfTop = () => findOf(modals.at(-1) ?? null);
  const choose = (): MainButton | null => {
    const top = findOfTop();
    if (top !== undefined) return top.button;
    const beneath = [null, ...modals].map(findOf).findLast((request) => request !== undefined);
    return beneath === undefined ? null : { ...beneath.button, isEnabled: false };
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
    push: (button, onPress, modal = null) => {
      const request = { button, run: onPress, modal };
      requests.push(request);
      settle();
      return () => {
        const index = requests.indexOf(request);
        if (index === -1) return;
        requests.splice(index, 1);
        settle();
      };
    },
    pushModal: (modal) => {
      modals.push(modal);
      settle();
      return () => {
        const index = modals.indexOf(modal);
        if (index === -1) return;
        modals.splice(index, 1);
        settle();
      };
    },
    press: () => {
      const top = findOfTop();
      if (top?.button.isEnabled === true && !top.button.isBusy) top.run();
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
