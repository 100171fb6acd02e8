import { PricedAmount } from "./PricedAmount.tsx";
import { PricesContext } from "./Worth.tsx";

import type { Stories } from "#gallery/picture.ts";

export const stories: Stories = {
  pictures: [
    {
      name: "from a dollar on",
      node: (
        <PricesContext value={{ ton: "3" }}>
          <PricedAmount amount="1.5" coinType="ton" />
        </PricesContext>
      ),
    },
    {
      name: "below a dollar",
      node: (
        <PricesContext value={{ eth: "3000" }}>
          <PricedAmount amount="0.000021" coinType="eth" />
        </PricesContext>
      ),
    },
    { name: "without a price", node: <PricedAmount amount="1.5" coinType="ton" /> },
  ],
};
