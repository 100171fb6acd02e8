/** The browser's own way back: while something is open on top of the page, it closes that instead of leaving the page. */
export interface BrowserBack {
  /** The latest handler answers the next step back. @returns a function that takes the handler away again */
  push: (handler: () => void) => () => void;
  /** To be called after each navigation of the app, which the browser does not announce. */
  follow: () => void;
}

/**
 * What the router and this file keep with an entry of the history. An extra entry on top of a page's own one is marked, and
 * has the same place in the router's count, also once another page replaced it.
 */
type Entry = { idx?: unknown; isOnTop?: boolean } | null;

/** Whether an entry lies on top of the page's own one. */
export function isMarked(state: unknown): boolean {
  return (state as Entry)?.isOnTop === true;
}

/**
 * Pushes a second history entry of the same page while something is open. The entry stays when that is closed otherwise:
 * removing it is asynchronous and would undo a navigation that follows at once. A step back from a leftover entry is
 * followed by another, so that the person does not have to go back twice.
 */
export function createBrowserBack(page: Pick<Window, "history" | "addEventListener">): BrowserBack {
  const { history } = page;
  const handlers: { run: () => void }[] = [];
  let current = history.state as Entry;

  const enter = () => {
    if (!isMarked(history.state)) history.pushState({ ...history.state, isOnTop: true }, "");
    current = history.state as Entry;
  };
  page.addEventListener("popstate", (event) => {
    const state = event.state as Entry;
    const before = current;
    current = state;
    if (!isMarked(before) || isMarked(state)) return;
    const top = handlers.at(-1);
    if (top === undefined) {
      if (before?.idx === state?.idx) history.back();
      return;
    }
    top.run();
    // Whatever did not close, or lies beneath, handles the next step back.
    setTimeout(() => {
      if (handlers.length > 0) enter();
    });
  });

  return {
    push: (handler) => {
      const entry = { run: handler };
      handlers.push(entry);
      enter();
      return () => {
        const index = handlers.indexOf(entry);
        if (index !== -1) handlers.splice(index, 1);
      };
    },
    follow: () => {
      // A page that replaces another on its extra entry has that page's own one below it still.
      if (isMarked(current) && current?.idx === (history.state as Entry)?.idx)
        history.replaceState({ ...history.state, isOnTop: true }, "");
      current = history.state as Entry;
    },
  };
}
