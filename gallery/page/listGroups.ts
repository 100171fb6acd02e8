import { createElement } from "react";

import { listPrimitivePages } from "../listPrimitivePages.tsx";
import { listScreenPictures } from "../listScreenPictures.ts";
import type { Picture } from "../picture.ts";
import { Tokens } from "../Tokens.tsx";

interface Group {
  name: string;
  pictures: readonly Picture[];
}

/** Everything there is to see. */
export async function listGroups(): Promise<readonly Group[]> {
  const screens = await listScreenPictures();
  return [
    { name: "Tokens", pictures: [{ name: "Tokens", node: createElement(Tokens) }] },
    { name: "Primitives", pictures: listPrimitivePages() },
    ...screens,
  ];
}
