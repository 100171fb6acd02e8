/** The handlers of the back arrow; the latest answers. One stack, as the messenger calls every handler it is given. */
export interface BackStack {
  /** @returns a function that takes the handler away again */
  push: (handler: () => void) => () => void;
  hasHandler: () => boolean;
  /** Runs the latest handler. */
  press: () => void;
}

/** @param onChange told whether the arrow has work to do */
export function createBackStack(onChange: (hasHandler: boolean) => void): BackStack {
  const handlers: { run: () => void }[] = [];
  return {
    push: (handler) => {
      const entry = { run: handler };
      handlers.push(entry);
      onChange(true);
      return () => {
        const index = handlers.indexOf(entry);
        if (index === -1) return;
        handlers.splice(index, 1);
        onChange(handlers.length > 0);
      };
    },
    hasHandler: () => handlers.length > 0,
    press: () => {
      handlers.at(-1)?.run();
    },
  };
}
