import { el } from "./dom.ts";
import type { PagePerson } from "./pageTypes.ts";

/** A round picture: the person's photo, their initials on a colour, or the sign of the group or the bot. */
export function avatarOf(who: PagePerson | { readonly kind: "group" | "bot" }): HTMLElement {
  if ("kind" in who)
    return el("span", { class: `avatar is-${who.kind}`, "aria-hidden": "true" }, who.kind === "bot" ? "福" : "FL");
  const initials = who.name
    .split(" ")
    .map((part) => Array.from(part)[0] ?? "")
    .slice(0, 2)
    .join("");
  return el(
    "span",
    { class: `avatar colour-${who.n % 7}`, "aria-hidden": "true" },
    who.photoUrl === null ? initials : el("img", { src: who.photoUrl, alt: "" }),
  );
}
