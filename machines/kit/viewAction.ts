/** A control that a screen may show. `event` is a payload example: screens send the same type with what was typed. */
export interface ViewAction<Event extends { type: string }> {
  event: Event;
  /** i18n key with namespace, e.g. `envelope:send.submit` */
  labelKey: string;
  enabled: boolean;
}

/** A control of a machine, wherever it can be used. */
export interface Control<Event extends { type: string }> extends Omit<ViewAction<Event>, "enabled"> {
  /** Whether it keeps its place, disabled, where it cannot be used now. */
  isWaiting?: boolean;
}

interface Controlled<Event> {
  status: string;
  can: (event: Event) => boolean;
}

/** Those of the controls that the machine answers now, and disabled those that wait, in their order. */
export function listActions<Event extends { type: string }>(
  snapshot: Controlled<Event>,
  controls: readonly Control<Event>[],
): readonly ViewAction<Event>[] {
  return controls.flatMap(({ event, labelKey, isWaiting = false }) => {
    const enabled = snapshot.status === "active" && snapshot.can(event);
    return enabled || isWaiting ? [{ event, labelKey, enabled }] : [];
  });
}

/** Whether a view has a control of this type that can be used now, e.g. where a key sends a form. */
export function canPress(actions: readonly ViewAction<{ type: string }>[], type: string): boolean {
  return actions.some(({ event, enabled }) => event.type === type && enabled);
}
