import { PricedAmount } from "#src/components/amount/PricedAmount.tsx";
import { PricesContext } from "#src/components/amount/Worth.tsx";

import type { GalleryPrimitive } from "../picture.ts";

export const primitive: GalleryPrimitive = {
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
