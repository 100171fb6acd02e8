import { RollingAmount } from "./RollingAmount.tsx";

import type { Stories } from "#gallery/picture.ts";

export const stories: Stories = {
  pictures: [
    { name: "rolled", node: <RollingAmount amount="0.123456" coinType="eth" isRolling /> },
    { name: "still", node: <RollingAmount amount="0.123456" coinType="eth" isRolling={false} /> },
    { name: "most", node: <RollingAmount amount="10000.123456" coinType="tron" isRolling={false} /> },
  ],
};
