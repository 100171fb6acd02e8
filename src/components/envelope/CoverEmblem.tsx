import { toCoverId } from "#domain/covers.ts";

/** Both sides of the square. */
const SIZE_PX = 40;

interface CoverEmblemProps {
  /** As of `Cover`. */
  coverId: string | null;
}

/** The sign of a cover, drawn to lie on the gold of the seal. */
export function CoverEmblem({ coverId }: CoverEmblemProps) {
  const id = toCoverId(coverId);
  return (
    <svg data-cover={id} width={SIZE_PX} height={SIZE_PX} aria-hidden="true">
      <use href={`/covers/${id}.svg#emblem`} />
    </svg>
  );
}
