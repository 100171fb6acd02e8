import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";

/**
 * Draws at once.
 * @returns clears the container again
 */
export function draw(node: ReactNode, container: HTMLElement): () => void {
  const root = createRoot(container);
  flushSync(() => {
    root.render(node);
  });
  return () => {
    flushSync(() => {
      root.unmount();
    });
  };
}
