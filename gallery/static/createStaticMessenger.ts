import { createBackStack } from "#src/adapters/telegram/backStack.ts";
import { createMainButtonStack, type MainButton } from "#src/adapters/telegram/mainButtonStack.ts";
import { createMessenger, type Messenger } from "#src/adapters/telegram/messenger.ts";

import { nothing } from "../nothing.ts";
import { noteDeed } from "./onStage.ts";

/** The messenger's own buttons, as a person has them around the picture. */
export interface StaticMessenger extends Messenger {
  getMainButton: () => MainButton | null;
  pressMainButton: () => void;
  hasBack: () => boolean;
}

/** @param hasButtons whether the messenger draws the main button and the back arrow; else the screens do */
export function createStaticMessenger(hasButtons: boolean): StaticMessenger {
  let main: MainButton | null = null;
  const backs = createBackStack(nothing);
  const mains = createMainButtonStack(
    (button) => {
      main = button;
    },
    (run) => {
      run();
      return nothing;
    },
  );
  return {
    ...createMessenger({ isSessionReal: true }),
    hasMainButton: () => hasButtons,
    hasBackButton: () => hasButtons,
    pushBack: backs.push,
    pushMainButton: mains.push,
    disableMainButton: mains.pushModal,
    getMainButton: () => main,
    pressMainButton: mains.press,
    hasBack: backs.hasHandler,
    pressBack: backs.press,
    openLink: (url) => {
      noteDeed(`opens ${url}`);
    },
    close: () => {
      noteDeed("closes the app");
    },
  };
}
