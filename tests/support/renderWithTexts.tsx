import i18next from "i18next";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router-dom";
import { render } from "vitest-browser-react";

import app from "#locales/en/app.json";
import { startTexts } from "#src/i18n/texts.ts";
import "#src/styles/main.css";
import { mountIconSprite } from "./mountIconSprite.ts";

/** Renders with English texts, the icons and a router. */
export async function renderWithTexts(node: ReactNode): Promise<void> {
  if (!i18next.isInitialized) await startTexts();
  i18next.addResourceBundle("en", "app", app);
  document.documentElement.lang = "en";
  document.title = "Test";
  mountIconSprite();
  await render(<MemoryRouter>{node}</MemoryRouter>);
}
