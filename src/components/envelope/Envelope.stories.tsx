import { Envelope } from "./Envelope.tsx";
import { RollingAmount } from "#src/components/amount/RollingAmount.tsx";

import type { Stories } from "#gallery/picture.ts";

const amount = <RollingAmount amount="0.123456" coinType="eth" isRolling={false} />;

export const stories: Stories = {
  pictures: [
    { name: "sealed", node: <Envelope state="sealed" front="Happy new year" /> },
    { name: "claiming", node: <Envelope state="claiming" front="Happy new year" hasRoom /> },
    { name: "refused", node: <Envelope state="refused" front="Happy new year" hasRoom /> },
    { name: "opening", node: <Envelope state="opening">{amount}</Envelope> },
    { name: "opened", node: <Envelope state="opened">{amount}</Envelope> },
    { name: "empty", node: <Envelope state="empty" front="Happy new year" /> },
    { name: "expired", node: <Envelope state="expired" front="Happy new year" /> },
    { name: "small", node: <Envelope state="sealed" size="small" coverId="wedding" /> },
    { name: "tiny", node: <Envelope state="sealed" size="tiny" coverId="eid" /> },
  ],
};
