/** Lets the browser paint and answer touches before the next part of a long piece of work. */
export function yieldToMain(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** The page's own first calls are answered by now, mostly. */
const FIRST_CALLS_MS = 500;

/** A browser that stays busy is asked to start all the same. */
const LONGEST_WAIT_MS = 1_500;

/**
 * Runs something when the page is idle, after two seconds at the latest.
 * @returns a function that takes it back
 */
export type WhenIdle = (run: () => void) => () => void;

export function createWhenIdle(page: Window): WhenIdle {
  return (run) => {
    let wait: number | undefined;
    const timer = page.setTimeout(() => {
      // Some browsers cannot tell.
      if ("requestIdleCallback" in page) wait = page.requestIdleCallback(run, { timeout: LONGEST_WAIT_MS });
      else run();
    }, FIRST_CALLS_MS);
    return () => {
      page.clearTimeout(timer);
      if (wait !== undefined) page.cancelIdleCallback(wait);
    };
  };
}
