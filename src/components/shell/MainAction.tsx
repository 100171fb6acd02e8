import { useContext, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import type { ViewAction } from "#machines/kit/viewAction.ts";
import { ModalContext } from "#src/hooks/ModalContext.ts";
import { useMainButton } from "#src/hooks/useMainButton.ts";

import { Button } from "#src/components/ui/Button.tsx";

interface MainActionProps<Event extends { type: string }> {
  /** Of the view; the button stands only while the action is among them. */
  actions: readonly ViewAction<Event>[];
  type: Event["type"];
  send: (event: Event) => void;
  /** i18n key in place of the action's own; with `isBusy` the button stays while the view has no such action. */
  labelKey?: string;
  /** Of the placeholders in the label, e.g. the amount to pay. */
  labelValues?: Readonly<Record<string, string>>;
  /** `gold` on the stage, `secondary` for a way out. */
  variant?: "primary" | "gold" | "secondary";
  isBusy?: boolean;
}

/** A second press that finds the same offered counts again only after this. */
const REPEAT_AFTER_MS = 500;

/** The last press on any main action, since one takes the place of another under the same finger. */
const lastPress: {
  type: string;
  atMs: number;
  modal: object | null;
  seen: object | null;
  /** The button, and what was offered as text: a chart that stays where it is, or ticks, offers the same anew. */
  button: object | null;
  offer: string;
  answer: object | null;
} = { type: "", atMs: -Infinity, modal: null, seen: null, button: null, offer: "", answer: null };

/**
 * The second tap of a double tap: on what was pressed, or on what the press put there or uncovered, whose words nobody has
 * read.
 */
function isRepeat(type: string, seen: object, modal: object | null, button: object): boolean {
  if (performance.now() - lastPress.atMs >= REPEAT_AFTER_MS) return false;
  const hasUncovered = lastPress.modal !== null && modal !== lastPress.modal;
  const isSame = seen === lastPress.seen || (button === lastPress.button && JSON.stringify(seen) === lastPress.offer);
  return hasUncovered || isSame || (seen === lastPress.answer && type !== lastPress.type);
}

/** Whoever types or chooses something meanwhile has seen the button. */
function forgetPress(): void {
  lastPress.atMs = -Infinity;
}

/**
 * The one thing to do on a screen: the messenger's main button where there is one, else the same button in the page.
 * One at a time; a sheet's comes before the page's while it is open. A dialog is answered by its own buttons.
 */
export function MainAction<Event extends { type: string }>(props: MainActionProps<Event>) {
  const { actions, type, send, labelKey, labelValues, variant = "primary", isBusy = false } = props;
  const { t } = useTranslation();
  const modal = useContext(ModalContext);
  const [self] = useState(() => ({}));
  const action = actions.find((candidate) => candidate.event.type === type);
  const key = labelKey ?? action?.labelKey;
  const isShown = key !== undefined && (action !== undefined || isBusy);
  const isEnabled = action?.enabled === true;

  const isSecondTap = () => isRepeat(type, actions, modal, self);
  const press = () => {
    if (action === undefined || isSecondTap()) return;
    const offer = JSON.stringify(actions);
    Object.assign(lastPress, {
      type,
      atMs: performance.now(),
      modal,
      seen: actions,
      button: self,
      offer,
      answer: null,
    });
    send(action.event);
  };
  useEffect(() => {
    if (actions !== lastPress.seen) lastPress.answer ??= actions;
  }, [actions]);
  useEffect(() => {
    window.addEventListener("input", forgetPress);
    return () => {
      window.removeEventListener("input", forgetPress);
    };
  }, []);
  const button = isShown
    ? ({ text: t(key, { ...labelValues }), isEnabled, isBusy, tone: variant === "gold" ? "gold" : "red" } as const)
    : null;
  const isInPage = useMainButton(button, press);
  if (!isInPage || button === null) return null;
  return (
    <Button
      variant={variant}
      disabled={!isEnabled}
      isBusy={isBusy}
      onMouseDown={(event) => {
        // It takes no focus either, e.g. from the field that the first one has found wrong.
        if (isSecondTap()) event.preventDefault();
      }}
      onClick={press}
    >
      {button.text}
    </Button>
  );
}
