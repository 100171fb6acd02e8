import type { IconName } from "./IconName.ts";

interface IconProps {
  name: IconName;
  /** Both sides of the square; icons are drawn for 24. */
  sizePx?: number;
}

/** A sign beside a text that says the same: it takes the text's colour and is not read aloud. */
export function Icon({ name, sizePx = 24 }: IconProps) {
  return (
    <svg width={sizePx} height={sizePx} aria-hidden="true">
      <use href={`#icon-${name}`} />
    </svg>
  );
}
