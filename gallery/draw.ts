import { act, type ReactNode } from "react";
import { createRoot } from "react-dom/client";

declare global {
  /** React's own switch. */
  var IS_REACT_ACT_ENVIRONMENT: boolean | undefined;
}

/**
 * Draws to the end: what starts after the first paint, such as a list, is there too.
 * @returns clears the container again
 */
export async function draw(node: ReactNode, container: HTMLElement): Promise<() => Promise<void>> {
  const root = createRoot(container);
  await settle(() => root.render(node));
  return () => settle(() => root.unmount());
}

/** Changes what is drawn, to the end. */
export async function settle(change: () => void | Promise<void>): Promise<void> {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true;
  await act(async () => {
    await change();
  });
  globalThis.IS_REACT_ACT_ENVIRONMENT = false;
}
