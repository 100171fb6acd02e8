import { Stepper } from "./Stepper.tsx";
import { nothing } from "#gallery/nothing.ts";

import { listForced } from "#gallery/listForced.tsx";
import type { Stories } from "#gallery/picture.ts";

const SHARES = { label: "Shares", onChange: nothing, min: 1, max: 100, decreaseLabel: "Fewer", increaseLabel: "More" };

const withPicks = <Stepper {...SHARES} value="5" picks={[5, 10, 20]} />;

export const stories: Stories = {
  pictures: [
    { name: "between", node: <Stepper {...SHARES} value="5" /> },
    { name: "least", node: <Stepper {...SHARES} value="1" /> },
    { name: "most", node: <Stepper {...SHARES} value="100" /> },
    { name: "error", node: <Stepper {...SHARES} value="x" error="A whole number" /> },
    { name: "with picks", node: withPicks },
    ...listForced("with picks", withPicks),
  ],
};
