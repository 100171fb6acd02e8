import { expect, test } from "vitest";
import { NAMESPACES, readTexts } from "./readTexts.ts";

/** The polite form: its pronouns, and the imperatives that the texts need most. */
const POLITE =
  /(?<!\p{L})(?:usted(?:es)?|abra|actualice|busque|cancele|cierre|compruebe|conecte|confirme|copie|elija|escriba|firme|indique|inténtelo|introduzca|pida|revise|seleccione|vincule|vuelva)(?!\p{L})/iu;
/** What other regions call "monto", "vencido", "agregar", "teléfono" and "presionar", and their pronouns. */
const OTHER_WORDS =
  /(?<!\p{L})(?:importes?|caduc\p{L}+|añad\p{L}+|móvil(?:es)?|pulsad[ao]|ordenador|vosotros|vos)(?!\p{L})/iu;
/** A past that is over is told in one word: "se canceló". */
const COMPOUND_PAST = /(?<!\p{L})(?:se ha|se han|se ha podido|has sido|ha fallado|hemos)(?!\p{L})/iu;

test.each([
  ["says tú to the reader", POLITE],
  ["has one word for each thing", OTHER_WORDS],
  ["tells what is over as Latin America does", COMPOUND_PAST],
])("Spanish %s", (_, unwanted) => {
  const found = NAMESPACES.flatMap((namespace) =>
    [...readTexts("es", namespace)].filter(([, text]) => unwanted.test(text)).map(([key]) => `${namespace}:${key}`),
  );
  expect(found).toEqual([]);
});
