import { toCoverId } from "#domain/covers.ts";

interface CoverEmblemProps {
  /** As of `Cover`. */
  coverId: string | null;
  /** Both sides of the square. */
  sizePx?: number;
}

/** The sign of a cover, drawn to lie on the gold of the seal. */
export function CoverEmblem({ coverId, sizePx = 40 }: CoverEmblemProps) {
  const id = toCoverId(coverId);
  return (
    <svg data-cover={id} width={sizePx} height={sizePx} aria-hidden="true">
      <use href={`/covers/${id}.svg#emblem`} />
    </svg>
  );
}
