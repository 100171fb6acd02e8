import { expect, test } from "vitest";
import { NAMESPACES, readTexts } from "./readTexts.ts";

/** The polite form: its pronouns, and the imperatives that the texts need most. */
const POLITE =
  /(?<!\p{L})(?:usted(?:es)?|abra|actualice|busque|cancele|cierre|compruebe|conecte|confirme|copie|elija|escriba|firme|indique|inténtelo|introduzca|pida|revise|seleccione|vincule|vuelva)(?!\p{L})/iu;
/** What other regions call a "monto" and "vencido", and their pronouns. */
const OTHER_WORDS = /(?<!\p{L})(?:importes?|caduc\p{L}+|vosotros|vos)(?!\p{L})/iu;

test.each([
  ["says tú to the reader", POLITE],
  ["has one word for each thing", OTHER_WORDS],
])("Spanish %s", (_, unwanted) => {
  const found = NAMESPACES.flatMap((namespace) =>
    [...readTexts("es", namespace)].filter(([, text]) => unwanted.test(text)).map(([key]) => `${namespace}:${key}`),
  );
  expect(found).toEqual([]);
});
