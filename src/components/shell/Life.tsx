import { Suspense } from "react";

import { loadTexts } from "#src/i18n/texts.ts";

import { lazyPart } from "./lazyPart.tsx";
import type { LifeCardProps } from "./LifeCard.tsx";

/** Nothing waits for it, and the page is whole without it. */
const { Part: LifeCard } = lazyPart(
  async () => {
    const [{ LifeCard: card }] = await Promise.all([import("./LifeCard.tsx"), loadTexts(["life"])]);
    return card;
  },
  () => null,
);

export type LifeProps = Omit<LifeCardProps, "life"> & { life: LifeCardProps["life"] | undefined };

/** Where the owner's money is; nothing for everybody else, whose answer has no life. */
export function Life({ life, ...known }: LifeProps) {
  return life === undefined ? null : (
    <Suspense>
      <LifeCard {...known} life={life} />
    </Suspense>
  );
}
