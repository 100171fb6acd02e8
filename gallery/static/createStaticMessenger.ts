import { createMessenger, type Messenger } from "#src/adapters/telegram/messenger.ts";

import { noteDeed } from "./onStage.ts";

/** A messenger that draws no buttons of its own and leads nowhere. */
export function createStaticMessenger(): Messenger {
  return {
    ...createMessenger({ isSessionReal: true }),
    hasMainButton: () => false,
    hasBackButton: () => false,
    openLink: (url) => noteDeed(`opens ${url}`),
    close: () => noteDeed("closes the app"),
  };
}
