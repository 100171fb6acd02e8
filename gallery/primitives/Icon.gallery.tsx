import { Icon, type IconName } from "#src/components/ui/Icon.tsx";

import type { GalleryPrimitive } from "../picture.ts";

const NAMES = Object.keys(import.meta.glob("/src/icons/*.svg")).map(
  (file) => file.slice("/src/icons/".length, -".svg".length) as IconName,
);

export const primitive: GalleryPrimitive = {
  pictures: NAMES.map((name) => ({ name, node: <Icon name={name} /> })),
};
