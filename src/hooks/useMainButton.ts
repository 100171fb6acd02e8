import { createContext, useContext, useEffect, useEffectEvent } from "react";

import type { MainButton } from "#src/adapters/telegram/mainButtonStack.ts";

import { AppContext } from "./useApp.ts";

/**
 * Shows the messenger's main button while the component is mounted, in a modal while that is the uppermost. Clients do not confirm that they draw it; support is
 * inferred from the version.
 * @param button null: nothing to press
 * @returns whether the component has to draw a button of its own
 */
export function useMainButton(button: MainButton | null, onPress: () => void): boolean {
  const messenger = useContext(AppContext)?.messenger;
  const modal = useContext(ModalContext);
  const press = useEffectEvent(onPress);
  const isHosted = messenger?.hasMainButton() === true;
  const isShown = button !== null;
  const { text = "", isEnabled = false, isBusy = false, tone = "red" } = button ?? {};
  useEffect(() => {
    if (!isShown || !isHosted) return undefined;
    const run = () => press();
    return messenger?.pushMainButton({ text, isEnabled, isBusy, tone }, run, modal);
  }, [messenger, modal, isHosted, isShown, text, isEnabled, isBusy, tone]);
  return isShown && !isHosted;
}

/** The modal around a part of the page, known by its identity; null: the page itself. */
export const ModalContext = createContext<object | null>(null);
