import { AppContext } from "#src/hooks/useApp.ts";
import { PricedAmount } from "./Worth.tsx";

import type { Stories } from "#gallery/picture.ts";
import { createStaticApp } from "#gallery/static/createStaticApp.ts";

export const stories: Stories = {
  pictures: [
    {
      name: "from a dollar on",
      node: (
        <AppContext value={createStaticApp({ price: "3" })}>
          <PricedAmount amount="1.5" coinType="ton" />
        </AppContext>
      ),
    },
    {
      name: "below a dollar",
      node: (
        <AppContext value={createStaticApp({ price: "3000" })}>
          <PricedAmount amount="0.000021" coinType="eth" />
        </AppContext>
      ),
    },
    {
      name: "without a price",
      node: (
        <AppContext value={createStaticApp({ price: null })}>
          <PricedAmount amount="1.5" coinType="ton" />
        </AppContext>
      ),
    },
  ],
};
