import { Select } from "#src/components/ui/Select.tsx";

import { listForced } from "../listForced.tsx";
import { nothing } from "../nothing.ts";
import type { GalleryPrimitive } from "../picture.ts";

const OPTIONS = [
  { value: "all", label: "All coins" },
  { value: "eth", label: "ETH" },
] as const;

const usual = <Select label="Coin" options={OPTIONS} value="all" onChange={nothing} />;

export const primitive: GalleryPrimitive = {
  pictures: [
    { name: "usual", node: usual },
    { name: "marked", node: <Select label="Coin" options={OPTIONS} value="eth" onChange={nothing} isMarked /> },
    ...listForced("usual", usual),
  ],
};
