import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";

import type { ViewAction } from "#machines/kit/viewAction.ts";

import { Button } from "#src/components/ui/Button.tsx";

interface ActionButtonProps<Event extends { type: string }> extends Omit<
  ComponentProps<typeof Button>,
  "children" | "onClick" | "disabled" | "type"
> {
  /** Of the view; the button stands only while the action is among them. */
  actions: readonly ViewAction<Event>[];
  type: Event["type"];
  send: (event: Event) => void;
  /** i18n key in place of the action's own. */
  labelKey?: string;
  /** Of the placeholders in the label, e.g. the amount to pay. */
  labelValues?: Readonly<Record<string, string>>;
}

/** The button of one of a view's actions: shown, enabled and worded as the view says. */
export function ActionButton<Event extends { type: string }>(props: ActionButtonProps<Event>) {
  const { actions, type, send, labelKey, labelValues, ...rest } = props;
  const { t } = useTranslation();
  const action = actions.find((candidate) => candidate.event.type === type);
  if (action === undefined) return null;
  return (
    <Button {...rest} type="button" disabled={!action.enabled} onClick={() => send(action.event)}>
      {t(labelKey ?? action.labelKey, { ...labelValues })}
    </Button>
  );
}
