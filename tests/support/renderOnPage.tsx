import type { ReactNode } from "react";

import { renderWithTexts } from "./renderWithTexts.tsx";

/** Renders a part on a page around it, so that it can be checked as readers meet it. */
export async function renderOnPage(node: ReactNode): Promise<void> {
  await renderWithTexts(
    <main>
      <h1>A page</h1>
      {node}
    </main>,
  );
}
