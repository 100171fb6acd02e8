/** A control that a screen may show. `event` is a payload example: screens send the same type with what was typed. */
export interface ViewAction<Event extends { type: string }> {
  event: Event;
  /** i18n key with namespace, e.g. `envelope:send.submit` */
  labelKey: string;
  enabled: boolean;
}
