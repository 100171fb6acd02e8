import { FinalityNote } from "./FinalityNote.tsx";

import type { Stories } from "#gallery/picture.ts";

export const stories: Stories = {
  pictures: [
    { name: "minutes", node: <FinalityNote minutes={15} /> },
    { name: "soon", node: <FinalityNote minutes={0} /> },
  ],
};
