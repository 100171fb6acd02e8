import type { Picture } from "./picture.ts";
import { PrimitiveSheet } from "./PrimitiveSheet.tsx";
import { PRIMITIVES } from "./registry.ts";
import { Scene } from "./static/Scene.tsx";

interface PrimitivePage extends Picture {
  isPage: boolean;
  isGuardedElsewhere: boolean;
}

/** Every primitive as pages to show: one with all its states, or one for each state that fills a page. */
export function listPrimitivePages(): readonly PrimitivePage[] {
  return [...PRIMITIVES].flatMap(([name, { pictures, isPage = false, isGuardedElsewhere = false }]): PrimitivePage[] =>
    isPage
      ? pictures.map((picture) => ({
          name: `${name} ${picture.name}`,
          node: <Scene hasLanguageButton={false}>{picture.node}</Scene>,
          isPage,
          isGuardedElsewhere,
        }))
      : [{ name, node: <PrimitiveSheet pictures={pictures} />, isPage, isGuardedElsewhere }],
  );
}
