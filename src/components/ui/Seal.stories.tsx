import { Seal } from "./Seal.tsx";

import type { Stories } from "#gallery/picture.ts";

export const stories: Stories = {
  pictures: [
    { name: "gold", node: <Seal icon="gift" /> },
    { name: "good", node: <Seal icon="check" tone="good" /> },
    { name: "warn", node: <Seal icon="clock" tone="warn" /> },
    { name: "bad", node: <Seal icon="cross" tone="bad" /> },
    { name: "plain", node: <Seal icon="info" tone="plain" /> },
    { name: "small", node: <Seal icon="gift" sizePx={40} /> },
  ],
};
