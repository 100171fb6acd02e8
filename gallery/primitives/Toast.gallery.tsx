import { Toast } from "#src/components/ui/Toast.tsx";

import { nothing } from "../nothing.ts";

import type { GalleryPrimitive } from "../picture.ts";

export const primitive: GalleryPrimitive = {
  isPage: true,
  pictures: [
    { name: "plain", node: <Toast message="Not built yet" /> },
    { name: "good", node: <Toast message="Copied" tone="good" /> },
    { name: "bad", node: <Toast message="The network does not answer. Try again in a moment, please." tone="bad" /> },
    { name: "busy", node: <Toast message="Switching…" isBusy /> },
    {
      name: "to be dismissed",
      node: <Toast message="Copied" tone="good" onDismiss={nothing} dismissLabel="Dismiss" />,
    },
  ],
};
