import { AppContext } from "#src/hooks/AppContext.ts";
import { Fiat } from "#src/components/amount/Fiat.tsx";

import type { GalleryPrimitive } from "../picture.ts";
import { createStaticApp } from "../static/createStaticApp.ts";
import { standInResource } from "../static/standInResource.ts";

const UNKNOWN = standInResource({ price: "0" }, { coinType: "eth" });

export const primitive: GalleryPrimitive = {
  pictures: [
    {
      name: "known",
      node: (
        <AppContext value={createStaticApp()}>
          <Fiat amount="0.011039" coinType="eth" />
        </AppContext>
      ),
    },
    {
      name: "no price",
      node: (
        <AppContext value={createStaticApp({ flows: { price: UNKNOWN } })}>
          <Fiat amount="0.011039" coinType="eth" />
        </AppContext>
      ),
    },
  ],
};
