import { FinalityNote } from "#src/components/shell/FinalityNote.tsx";

import type { GalleryPrimitive } from "../picture.ts";

export const primitive: GalleryPrimitive = {
  pictures: [
    { name: "minutes", node: <FinalityNote minutes={15} /> },
    { name: "soon", node: <FinalityNote minutes={0} /> },
  ],
};
