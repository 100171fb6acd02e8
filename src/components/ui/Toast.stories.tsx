import { Toast } from "./Toast.tsx";

import { nothing } from "#gallery/nothing.ts";

import type { Stories } from "#gallery/picture.ts";

export const stories: Stories = {
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
