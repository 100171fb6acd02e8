import { RollingAmount } from "#src/components/amount/RollingAmount.tsx";

import type { GalleryPrimitive } from "../picture.ts";

export const primitive: GalleryPrimitive = {
  pictures: [
    { name: "rolled", node: <RollingAmount amount="0.123456" coinType="eth" isRolling /> },
    { name: "still", node: <RollingAmount amount="0.123456" coinType="eth" isRolling={false} /> },
    { name: "most", node: <RollingAmount amount="10000.123456" coinType="tron" isRolling={false} /> },
  ],
};
