import { Icon, type IconName } from "./Icon.tsx";

import type { Stories } from "#gallery/picture.ts";

const NAMES = Object.keys(import.meta.glob("/src/icons/*.svg")).map(
  (file) => file.slice("/src/icons/".length, -".svg".length) as IconName,
);

export const stories: Stories = {
  pictures: NAMES.map((name) => ({ name, node: <Icon name={name} /> })),
};
