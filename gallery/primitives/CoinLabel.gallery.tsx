import { COIN_TYPES } from "#domain/coins.ts";
import { CoinLabel } from "#src/components/amount/CoinLabel.tsx";
import { Segmented } from "#src/components/ui/Segmented.tsx";
import { nothing } from "../nothing.ts";

import type { GalleryPrimitive } from "../picture.ts";

export const primitive: GalleryPrimitive = {
  pictures: [
    {
      name: "to choose from",
      node: (
        <Segmented
          label="Coin"
          value="ton"
          onChange={nothing}
          options={COIN_TYPES.map((value) => ({ value, label: <CoinLabel coinType={value} /> }))}
        />
      ),
    },
  ],
};
