import { createElement } from "react";

import { listPrimitivePages } from "../listPrimitivePages.tsx";
import { listScreenPictures } from "../listScreenPictures.ts";
import type { ScreenPicture } from "../picture.ts";
import { Tokens } from "../Tokens.tsx";

interface Group {
  name: string;
  pictures: readonly ScreenPicture[];
}

/** Everything there is to see, or the named group of it alone: to find a screen's looks takes time. */
export async function listGroups(wanted?: string): Promise<readonly Group[]> {
  const screens = await listScreenPictures((name) => wanted === undefined || name === wanted);
  const groups = [
    { name: "Tokens", pictures: [{ name: "Tokens", node: createElement(Tokens) }] },
    { name: "Primitives", pictures: listPrimitivePages() },
    ...screens,
  ];
  return wanted === undefined ? groups : groups.filter(({ name }) => name === wanted);
}
