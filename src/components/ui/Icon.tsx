import type { IconName } from "./IconName.ts";

interface IconProps {
  name: IconName;
  /** Both sides of the square; icons are drawn for 24. */
  sizePx?: number;
}

/** A decorative icon beside a text: it has the text's colour, and screen readers skip it. */
export function Icon({ name, sizePx = 24 }: IconProps) {
  return (
    <svg width={sizePx} height={sizePx} aria-hidden="true">
      <use href={`#icon-${name}`} />
    </svg>
  );
}
