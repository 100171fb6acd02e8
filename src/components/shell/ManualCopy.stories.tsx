import { nothing } from "#gallery/nothing.ts";
import type { Stories } from "#gallery/picture.ts";
import { ManualCopy } from "./CopyButton.tsx";

export const stories: Stories = {
  isPage: true,
  isGuardedElsewhere: true,
  pictures: [
    {
      name: "a text to mark",
      node: (
        <ManualCopy
          view={{
            status: "manual",
            manualText: "eight happy fish",
            messageKey: "app:clipboard.manual",
            copiedText: null,
            actions: [{ event: { type: "ui.dismiss" }, labelKey: "app:clipboard.dismiss", enabled: true }],
          }}
          send={nothing}
        />
      ),
    },
  ],
};
