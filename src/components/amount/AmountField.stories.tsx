import { AmountField } from "./AmountField.tsx";
import { nothing } from "#gallery/nothing.ts";

import { listForced } from "#gallery/listForced.tsx";
import type { Stories } from "#gallery/picture.ts";

export const stories: Stories = {
  pictures: [
    { name: "empty", node: <AmountField label="Amount" value="" onChange={nothing} unit="ETH" /> },
    {
      name: "filled",
      node: <AmountField label="Amount" value="0.05" onChange={nothing} unit="ETH" hint="0.000001 to 10000" />,
    },
    {
      name: "error",
      node: <AmountField label="Amount" value="99999" onChange={nothing} unit="ETH" error="At most 10000" />,
    },
    {
      name: "worth",
      node: <AmountField label="Amount" value="0.05" onChange={nothing} unit="ETH" fiat="≈ 150 US$" />,
    },
    {
      name: "hero",
      node: <AmountField label="Amount" value="0.05" onChange={nothing} unit="ETH" size="hero" />,
    },
    {
      name: "most as hero",
      node: <AmountField label="Amount" value="10000.123456" onChange={nothing} unit="ETH" size="hero" />,
    },
    ...listForced("hero", <AmountField label="Amount" value="0.05" onChange={nothing} unit="ETH" size="hero" />, [
      "focused",
    ]),
  ],
};
