import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";

import type { ViewAction } from "#machines/kit/viewAction.ts";
import { Button } from "#src/components/ui/Button.tsx";
import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { useMainButton } from "#src/hooks/useMainButton.ts";

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

/** The longest pause between the taps of a double tap. */
const DOUBLE_TAP_MS = 500;

/** The last press on any main action. */
const last = { id: "", atMs: -Infinity };

// Whoever types or chooses something meanwhile has seen the button.
globalThis.addEventListener?.("input", () => {
  last.atMs = -Infinity;
});

/**
 * The one thing to do on a screen: the messenger's main button where there is one, else the same button in the page.
 * One at a time; a sheet's comes before the page's while it is open. A dialog is answered by its own buttons. Whether a
 * second press on it counts is the chart's to say; the second tap of a double tap presses no other one, which the first
 * has put under the finger.
 */
export function MainAction<Event extends { type: string }>(props: MainActionProps<Event>) {
  const { actions, type, send, labelKey, labelValues, variant = "primary", isBusy = false } = props;
  const { t } = useTranslation();
  const action = actions.find((candidate) => candidate.event.type === type);
  const key = labelKey ?? action?.labelKey;
  const isShown = key !== undefined && (action !== undefined || isBusy);
  const isEnabled = action?.enabled === true;

  const id = `${useId()} ${type}`;
  const press = () => {
    const atMs = performance.now();
    if (action === undefined || (id !== last.id && atMs - last.atMs < DOUBLE_TAP_MS)) return;
    Object.assign(last, { id, atMs });
    send(action.event);
  };
  const button = isShown
    ? ({ text: t(key, { ...labelValues }), isEnabled, isBusy, tone: variant === "gold" ? "gold" : "red" } as const)
    : null;
  const isInPage = useMainButton(button, press);
  if (!isInPage || button === null) return null;
  return (
    <Button variant={variant} disabled={!isEnabled} isBusy={isBusy} onClick={press}>
      {button.text}
    </Button>
  );
}

const CLOSING = [{ event: { type: "ui.close" }, labelKey: "app:clipboard.dismiss", enabled: true }] as const;

interface SheetDoneProps {
  onClose: () => void;
  /** Where the sheet has a button that matters more. */
  variant?: "primary" | "secondary";
}

/** Closes a sheet that is only looked at; without it the messenger's main button would stand dead below the sheet. */
export function SheetDone({ onClose, variant = "primary" }: SheetDoneProps) {
  return <MainAction actions={CLOSING} type="ui.close" send={onClose} variant={variant} />;
}

interface MainLinkProps {
  /** In-app path. */
  to: string;
  /** What it says. */
  children: string;
}

/** The next step where it is on another page: the messenger's main button where there is one, else a link in the page. */
export function MainLink({ to, children }: MainLinkProps) {
  const navigate = useNavigate();
  const isInPage = useMainButton(
    { text: children, isEnabled: true, isBusy: false, tone: "red" },
    () => void navigate(to),
  );
  return isInPage ? <ButtonLink to={to}>{children}</ButtonLink> : null;
}
