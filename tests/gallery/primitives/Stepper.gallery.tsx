import { Stepper } from "#src/components/Stepper.tsx";
import { nothing } from "../nothing.ts";

import { listForced } from "../listForced.tsx";
import type { GalleryPrimitive } from "../picture.ts";

const withPicks = (
  <Stepper
    label="Shares"
    value="5"
    onChange={nothing}
    min={1}
    max={100}
    decreaseLabel="Fewer"
    increaseLabel="More"
    picks={[5, 10, 20]}
  />
);

export const primitive: GalleryPrimitive = {
  pictures: [
    {
      name: "between",
      node: (
        <Stepper
          label="Shares"
          value="5"
          onChange={nothing}
          min={1}
          max={100}
          decreaseLabel="Fewer"
          increaseLabel="More"
        />
      ),
    },
    {
      name: "least",
      node: (
        <Stepper
          label="Shares"
          value="1"
          onChange={nothing}
          min={1}
          max={100}
          decreaseLabel="Fewer"
          increaseLabel="More"
        />
      ),
    },
    {
      name: "most",
      node: (
        <Stepper
          label="Shares"
          value="100"
          onChange={nothing}
          min={1}
          max={100}
          decreaseLabel="Fewer"
          increaseLabel="More"
        />
      ),
    },
    {
      name: "error",
      node: (
        <Stepper
          label="Shares"
          value="x"
          onChange={nothing}
          min={1}
          max={100}
          decreaseLabel="Fewer"
          increaseLabel="More"
          error="A whole number"
        />
      ),
    },
    { name: "with picks", node: withPicks },
    ...listForced("with picks", withPicks),
  ],
};
