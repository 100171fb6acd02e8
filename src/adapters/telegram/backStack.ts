/** What a handler closes or leaves. Overlays go before the screen. */
export type BackLayer = "screen" | "modal";

/** The handlers of the back arrow; only the latest of the topmost layer runs, whereas the messenger would call all of them. */
export interface BackStack {
  /** @returns a function that takes the handler away again */
  push: (handler: () => void, layer?: BackLayer) => () => void;
  hasHandler: () => boolean;
  /** Runs the handler that answers. */
  press: () => void;
}

/** @param onChange called with whether there is any handler */
export function createBackStack(onChange: (hasHandler: boolean) => void): BackStack {
  const handlers: { run: () => void; layer: BackLayer }[] = [];
  return {
    push: (handler, layer = "screen") => {
      const entry = { run: handler, layer };
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
      const top = handlers.findLast(({ layer }) => layer === "modal") ?? handlers.at(-1);
      top?.run();
    },
  };
}
