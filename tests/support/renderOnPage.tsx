import type { ReactNode } from "react";

import { renderWithTexts } from "./renderWithTexts.tsx";

/** Renders a part within a whole page, so that it can be checked as on a screen. */
export async function renderOnPage(node: ReactNode, more: Readonly<Record<string, object>> = {}): Promise<void> {
  await renderWithTexts(
    <main>
      <h1>A page</h1>
      {node}
    </main>,
    more,
  );
}
