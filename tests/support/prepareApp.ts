import i18next from "i18next";

import { createApp, type App } from "#src/createApp.ts";
import { startTexts } from "#src/i18n/texts.ts";

/** Makes the app in the order of `main.tsx`: every call names the language, so a start without texts has none answered. */
export async function prepareApp(): Promise<App> {
  if (!i18next.isInitialized) await startTexts();
  return await createApp(window);
}
