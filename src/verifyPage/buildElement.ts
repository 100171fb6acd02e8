type Child = Node | string | null;

interface Properties {
  class?: string;
  id?: string;
  /** Further attributes. */
  attributes?: Readonly<Record<string, string>>;
}

/** An element with its children; texts stay texts, whatever stands in them. */
export function buildElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Properties,
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  if (properties.class !== undefined) element.className = properties.class;
  if (properties.id !== undefined) element.id = properties.id;
  for (const [name, value] of Object.entries(properties.attributes ?? {})) element.setAttribute(name, value);
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** A table whose rows are given cell by cell. */
export function buildTable(
  caption: string,
  heads: readonly string[],
  rows: readonly (readonly Child[])[],
): HTMLElement {
  const cells = (row: readonly Child[]) =>
    row.map((child) => buildElement("td", {}, child instanceof Node ? child : buildElement("bdi", {}, child)));
  const table = buildElement(
    "table",
    {},
    buildElement("caption", {}, caption),
    buildElement(
      "thead",
      {},
      buildElement("tr", {}, ...heads.map((head) => buildElement("th", { attributes: { scope: "col" } }, head))),
    ),
    buildElement("tbody", {}, ...rows.map((row) => buildElement("tr", {}, ...cells(row)))),
  );
  return buildElement(
    "div",
    { class: "wide", attributes: { tabindex: "0", role: "group", "aria-label": caption } },
    table,
  );
}

/** Terms with what they stand for. */
export function buildTerms(terms: readonly (readonly [string, Child])[]): HTMLElement {
  return buildElement(
    "dl",
    {},
    ...terms.flatMap(([term, value]) => [buildElement("dt", {}, term), buildElement("dd", {}, value)]),
  );
}
