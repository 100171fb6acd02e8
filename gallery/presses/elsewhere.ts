/** What a service offers is shown on these screens and no others. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  "app ui.dismissToast": ["frame"],
  "app ui.reload": ["frame"],
  "environment ui.retry": ["frame", "login"],
  "language ui.retry": ["frame"],
  "session ui.login": ["login"],
  "session ui.logout": ["user"],
  "session ui.retryUser": ["user"],
  "session ui.closeApp": ["login"],
};

/** What a view offers and a picture need not show, with the reason. */
const UNSHOWN: Readonly<Record<string, string>> = {
  "language ui.openPicker": "the button hides on a page that is scrolled, e.g. to a field",
  "envelopeClaims ui.retry": "what is not there is not asked for again",
  "envelopeSend ui.chooseCoin": "one coin leaves no choice",
  "envelopeSend ui.chooseCover": "the sheet of covers tells it, from a choice of its own",
  "envelopeSend ui.chooseMessage": "the sheet of texts tells it, from a choice of its own",
  "envelopeSend ui.reload": "shown where groups or coins are missing; elsewhere nobody needs it",
  "envelopeSend ui.toggleChat": "who has come for one group sees no list of all of them",
  "envelopeSend ui.toForm": "the buttons of the order lead there",
};

/** What is folded away until the context says that it is shown. */
const FOLDED: Readonly<Record<string, ReadonlySet<string>>> = {
  envelopeSend: new Set(["ui.chooseAmount", "ui.chooseRule", "ui.toggleRequired"]),
};

/** Sent by screens themselves: a flow is opened with its screen, and what was read is read again once it may be old. */
const UNPRESSED: ReadonlySet<string> = new Set(["ui.open", "ui.refresh"]);

/** Whether a picture is whole without a control that a view offers. */
export function isShownElsewhere(screen: string, machine: string, type: string): boolean {
  const action = `${machine} ${type}`;
  return UNPRESSED.has(type) || action in UNSHOWN || PLACES[action]?.includes(screen) === false;
}

/** Whether a picture shows a control only once what holds it is unfolded. */
export function isFoldedAway(machine: string, type: string, context: unknown): boolean {
  const isShown = (context as { isMoreShown?: boolean }).isMoreShown === true;
  return !isShown && FOLDED[machine]?.has(type) === true;
}
