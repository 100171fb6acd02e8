import { Amount } from "#src/components/Amount.tsx";
import { Envelope } from "#src/components/Envelope.tsx";

import type { GalleryPrimitive } from "../picture.ts";

export const primitive: GalleryPrimitive = {
  pictures: [
    { name: "sealed", node: <Envelope state="sealed" front="Happy new year" /> },
    { name: "opening", node: <Envelope state="opening" /> },
    {
      name: "opened",
      node: (
        <Envelope state="opened">
          <Amount amount="0.123456" coinType="eth" size="large" />
        </Envelope>
      ),
    },
    { name: "empty", node: <Envelope state="empty" /> },
    { name: "expired", node: <Envelope state="expired" /> },
  ],
};
