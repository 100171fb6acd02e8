import { Fragment } from "react";

import type { Stories } from "#gallery/picture.ts";

import { renderOnPage } from "./renderOnPage.tsx";

/** Renders the stories of those names, or all, in their order on one page. */
export async function renderStories({ pictures }: Stories, ...names: readonly string[]): Promise<void> {
  const told = pictures.filter(({ name }) => names.length === 0 || names.includes(name));
  if (told.length < names.length) throw new Error(`no story of ${names.join(" or ")}`);
  await renderOnPage(told.map(({ name, node }) => <Fragment key={name}>{node}</Fragment>));
}
