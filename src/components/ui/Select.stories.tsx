import { Select } from "./Select.tsx";

import { listForced } from "#gallery/listForced.tsx";
import { nothing } from "#gallery/nothing.ts";
import type { Stories } from "#gallery/picture.ts";

const OPTIONS = [
  { value: "all", label: "All coins" },
  { value: "eth", label: "ETH" },
] as const;

const usual = <Select label="Coin" options={OPTIONS} value="all" onChange={nothing} />;

export const stories: Stories = {
  pictures: [
    { name: "usual", node: usual },
    { name: "marked", node: <Select label="Coin" options={OPTIONS} value="eth" onChange={nothing} isMarked /> },
    ...listForced("usual", usual),
  ],
};
