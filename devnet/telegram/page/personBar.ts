import { avatarOf } from "./avatar.ts";
import { el, icon } from "./dom.ts";
import type { PageView } from "./pageTypes.ts";
import type { Flavour, Theme } from "./themes.ts";

export interface PersonBarActions {
  readonly choosePerson: (n: number) => void;
  readonly chooseFlavour: (flavour: Flavour) => void;
  readonly chooseTheme: (theme: Theme) => void;
  readonly choosePhone: (isPhone: boolean) => void;
}

interface PersonBarState {
  readonly flavour: Flavour;
  readonly theme: Theme;
  readonly isPhone: boolean;
}

/** The bar above the messenger: the person, the client, the device, light or dark. */
export function renderPersonBar(
  view: PageView,
  { flavour, theme, isPhone }: PersonBarState,
  actions: PersonBarActions,
): HTMLElement {
  const otherTheme: Theme = theme === "light" ? "dark" : "light";
  return el(
    "div",
    { class: "strip" },
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
            "aria-label": person.name,
            title: `${person.name} · ${person.languageCode}${person.groups.map((title) => ` · ${title}`).join("")}`,
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
      el("a", { class: "switch only-wide", href: "/devnet/mail/", target: "_blank" }, "Mail"),
      el("a", { class: "switch", href: "/devnet/help", target: "_blank", title: "Mail, addresses and help" }, "Help"),
      ...(["a", "k"] as const).map((each) =>
        renderSwitch(
          {
            "data-testid": `flavour-${each}`,
            title: `Behave like Telegram Web ${each.toUpperCase()}`,
            onclick: () => actions.chooseFlavour(each),
          },
          each === flavour,
          el("span", {}, el("span", { class: "only-wide" }, "Web "), each.toUpperCase()),
        ),
      ),
      el(
        "span",
        { class: "only-wide" },
        renderSwitch(
          {
            "data-testid": "device-toggle",
            "aria-label": "Phone",
            title: "Show the messenger as on a phone",
            onclick: () => actions.choosePhone(!isPhone),
          },
          isPhone,
          icon("phone", 18),
        ),
      ),
      el(
        "button",
        {
          type: "button",
          class: "switch",
          "data-testid": "theme-toggle",
          "aria-label": `Switch to ${otherTheme}`,
          onclick: () => actions.chooseTheme(otherTheme),
        },
        icon(otherTheme === "dark" ? "moon" : "sun", 18),
      ),
    ),
  );
}

function renderSwitch(props: Parameters<typeof el>[1], isOn: boolean, face: Element): HTMLElement {
  return el(
    "button",
    { type: "button", class: `switch ${isOn ? "is-on" : ""}`, "aria-pressed": String(isOn), ...props },
    face,
  );
}
