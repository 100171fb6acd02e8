import { seeName } from "./seeName.ts";

const IS_HAN = /^\p{Script=Han}+$/u;

/** What one can see of a person's name: the family name first where both are Chinese. */
export function seePersonName(firstName: string, lastName: string | null): string {
  const first = seeName(firstName);
  const last = seeName(lastName ?? "");
  if (IS_HAN.test(first) && IS_HAN.test(last)) return `${last}${first}`;
  return [first, last].filter((part) => part !== "").join(" ");
}
