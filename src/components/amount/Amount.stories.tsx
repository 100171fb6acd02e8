import { Amount } from "./Amount.tsx";

import type { Stories } from "#gallery/picture.ts";

export const stories: Stories = {
  pictures: [
    { name: "normal", node: <Amount amount="0.05" coinType="eth" /> },
    { name: "large", node: <Amount amount="0.88" coinType="eth" size="large" /> },
    { name: "huge", node: <Amount amount="1.234567" coinType="eth" size="huge" /> },
    { name: "unknown", node: <Amount amount={null} coinType="eth" /> },
    { name: "least", node: <Amount amount="0.000001" coinType="eth" /> },
    { name: "most", node: <Amount amount="10000.123456" coinType="eth" size="huge" /> },
    { name: "hero", node: <Amount amount="0.123456" coinType="eth" size="hero" /> },
    { name: "most as hero", node: <Amount amount="10000.123456" coinType="eth" size="hero" /> },
    { name: "came in", node: <Amount amount="0.05" coinType="eth" isSigned /> },
  ],
};
