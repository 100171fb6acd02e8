import { Progress } from "./Progress.tsx";

import type { Stories } from "#gallery/picture.ts";

export const stories: Stories = {
  pictures: [
    { name: "none", node: <Progress value={0} max={8} label="0 of 8 claimed" /> },
    { name: "some", node: <Progress value={3} max={8} label="3 of 8 claimed" /> },
    { name: "all", node: <Progress value={8} max={8} label="8 of 8 claimed" /> },
    { name: "without words", node: <Progress value={3} max={8} label="3 of 8 claimed" isTextHidden /> },
    { name: "thin", node: <Progress value={3} max={8} label="3 of 8 claimed" isTextHidden isThin /> },
  ],
};
