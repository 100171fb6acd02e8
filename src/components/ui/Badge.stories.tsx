import { Badge } from "./Badge.tsx";

import type { Stories } from "#gallery/picture.ts";

export const stories: Stories = {
  pictures: [
    { name: "plain", node: <Badge>3/8</Badge> },
    { name: "good", node: <Badge tone="good">Received</Badge> },
    { name: "warn", node: <Badge tone="warn">Awaiting payment</Badge> },
    { name: "bad", node: <Badge tone="bad">Failed</Badge> },
    { name: "gold", node: <Badge tone="gold">Best luck</Badge> },
    { name: "tall letters", node: <Badge>ស្រ្ដី ឲ្យខ្ញុំ Ẫ Ễ Ữ ỵ</Badge> },
    {
      name: "with icon",
      node: (
        <Badge tone="gold" icon="crown">
          Best luck
        </Badge>
      ),
    },
  ],
};
