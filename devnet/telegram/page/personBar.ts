import { avatarOf } from "./avatar.ts";
import { el, icon } from "./dom.ts";
import type { PageView } from "./pageTypes.ts";
import type { Flavour, Theme } from "./themes.ts";

export interface PersonBarActions {
  readonly choosePerson: (n: number) => void;
  readonly chooseFlavour: (flavour: Flavour) => void;
  readonly chooseTheme: (theme: Theme) => void;
}

/** The strip above the messenger: whose screen this is, which client it behaves like, light or dark. */
export function renderPersonBar(
  view: PageView,
  flavour: Flavour,
  theme: Theme,
  actions: PersonBarActions,
): HTMLElement {
  const otherTheme: Theme = theme === "light" ? "dark" : "light";
  return el(
    "div",
    { class: "person-bar" },
    el(
      "div",
      { class: "people", role: "group", "aria-label": "Whose screen this is" },
      ...view.people.map((person) =>
        el(
          "button",
          {
            type: "button",
            class: `person ${person.n === view.me.n ? "is-me" : ""}`,
            "data-testid": `person-${person.n}`,
            "aria-pressed": String(person.n === view.me.n),
            title: `${person.name} · ${person.languageCode}${person.isInGroup ? "" : " · not in the group"}`,
            onclick: () => actions.choosePerson(person.n),
          },
          avatarOf(person),
          el("span", { class: "person-name" }, person.name),
        ),
      ),
    ),
    el(
      "div",
      { class: "switches" },
      ...(["a", "k"] as const).map((each) =>
        el(
          "button",
          {
            type: "button",
            class: `switch ${each === flavour ? "is-on" : ""}`,
            "data-testid": `flavour-${each}`,
            "aria-pressed": String(each === flavour),
            title: `Behave like Telegram Web ${each.toUpperCase()}`,
            onclick: () => actions.chooseFlavour(each),
          },
          el("span", { class: "only-wide" }, "Web "),
          each.toUpperCase(),
        ),
      ),
      el(
        "button",
        {
          type: "button",
          class: "icon-button",
          "data-testid": "theme-toggle",
          "aria-label": `Switch to ${otherTheme}`,
          onclick: () => actions.chooseTheme(otherTheme),
        },
        icon(otherTheme === "dark" ? "moon" : "sun", 20),
      ),
    ),
  );
}
