import { COIN_TYPES } from "#domain/coins.ts";
import { CoinLabel } from "./CoinLabel.tsx";
import { Segmented } from "#src/components/ui/Segmented.tsx";
import { nothing } from "#gallery/nothing.ts";

import type { Stories } from "#gallery/picture.ts";

export const stories: Stories = {
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
