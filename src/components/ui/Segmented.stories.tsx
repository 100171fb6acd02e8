import { Segmented } from "./Segmented.tsx";
import { nothing } from "#gallery/nothing.ts";

import { listForced } from "#gallery/listForced.tsx";
import type { Stories } from "#gallery/picture.ts";

const KIND = { label: "Kind", value: "luckyDraw", onChange: nothing };

const two = (
  <Segmented
    {...KIND}
    options={[
      { value: "luckyDraw", label: "Lucky draw" },
      { value: "ordinary", label: "Ordinary" },
    ]}
  />
);

export const stories: Stories = {
  pictures: [
    { name: "two", node: two },
    {
      name: "three, none chosen",
      node: (
        <Segmented
          label="Coin"
          value={null}
          onChange={nothing}
          options={[
            { value: "eth", label: "ETH" },
            { value: "sol", label: "SOL" },
            { value: "ton", label: "TON" },
          ]}
        />
      ),
    },
    {
      name: "at length",
      node: (
        <Segmented
          {...KIND}
          options={[
            { value: "luckyDraw", label: "Importe total del sobre rojo" },
            { value: "ordinary", label: "ចំនួនទឹកប្រាក់សម្រាប់ម្នាក់ៗ" },
          ]}
        />
      ),
    },
    {
      name: "with icons",
      node: (
        <Segmented
          {...KIND}
          options={[
            { value: "luckyDraw", label: "Lucky draw", icon: "dice" },
            { value: "ordinary", label: "Ordinary", icon: "equal" },
          ]}
        />
      ),
    },
    ...listForced("two", two),
  ],
};
