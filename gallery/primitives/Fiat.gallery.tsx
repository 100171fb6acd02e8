import { Fiat } from "#src/components/amount/Fiat.tsx";

import type { GalleryPrimitive } from "../picture.ts";
import { Scene } from "../still/Scene.tsx";
import { standInResource } from "../still/standInResource.ts";

const UNKNOWN = standInResource({ price: "0" }, { coinType: "eth" });

export const primitive: GalleryPrimitive = {
  pictures: [
    {
      name: "known",
      node: (
        <Scene hasLanguageButton={false}>
          <Fiat amount="0.011039" coinType="eth" />
        </Scene>
      ),
    },
    {
      name: "no price",
      node: (
        <Scene hasLanguageButton={false} flows={{ price: UNKNOWN }}>
          <Fiat amount="0.011039" coinType="eth" />
        </Scene>
      ),
    },
  ],
};
