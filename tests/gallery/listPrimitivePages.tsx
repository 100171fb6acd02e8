import type { Picture } from "./picture.ts";
import { PrimitiveSheet } from "./PrimitiveSheet.tsx";
import { PRIMITIVES } from "./registry.ts";
import { Scene } from "./still/Scene.tsx";

/** Every primitive as pages to show: one with all its states, or one for each state that fills a page. */
export function listPrimitivePages(): readonly Picture[] {
  return [...PRIMITIVES].flatMap(([name, { pictures, isPage = false }]): Picture[] =>
    isPage
      ? pictures.map((picture) => ({
          name: `${name} ${picture.name}`,
          node: <Scene hasLanguageButton={false}>{picture.node}</Scene>,
        }))
      : [{ name, node: <PrimitiveSheet pictures={pictures} /> }],
  );
}
