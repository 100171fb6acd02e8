import i18next from "i18next";
import type { ReactNode } from "react";
import { MemoryRouter, type To } from "react-router-dom";
import { render } from "vitest-browser-react";

import app from "#locales/en/app.json";
import { showLanguage, startTexts } from "#src/i18n/texts.ts";
import "#src/styles/main.css";
import { lookAtButton } from "./lookAtButton.ts";
import { mountIconSprite } from "./mountIconSprite.ts";

/**
 * Renders with English texts, the icons and a router.
 * @param more further parts of the texts by name: the first screen's come by themselves
 * @param at the address, path and query, with the state of its history entry where it has one
 */
export async function renderWithTexts(
  node: ReactNode,
  more: Readonly<Record<string, object>> = {},
  at: To | { pathname: string; search: string; state: unknown } = "/",
): Promise<void> {
  if (!i18next.isInitialized) await startTexts();
  for (const [part, texts] of Object.entries({ app, ...more })) i18next.addResourceBundle("en", part, texts);
  // Another file of the same page may have left its language.
  if (i18next.language !== "en") await showLanguage("en");
  document.documentElement.lang = "en";
  document.title = "Test";
  mountIconSprite();
  lookAtButton();
  await render(<MemoryRouter initialEntries={[at]}>{node}</MemoryRouter>);
}
