import { nothing } from "#gallery/nothing.ts";
import type { GalleryPrimitive } from "#gallery/picture.ts";
import { ManualCopy } from "#src/components/shell/CopyButton.tsx";

export const primitive: GalleryPrimitive = {
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
