import { DomainWarning } from "#src/components/shell/DomainWarning.tsx";

import type { GalleryPrimitive } from "../picture.ts";
import { systemInfo } from "../samples.ts";
import { Scene } from "../still/Scene.tsx";
import { standInSystemInfo } from "../still/standInResource.ts";

const STRANGE = standInSystemInfo({ ...systemInfo, isDomHttp: true, officialDomains: ["hongbao.example"] });

export const primitive: GalleryPrimitive = {
  pictures: [
    {
      name: "at a strange address",
      node: (
        <Scene hasLanguageButton={false} systemInfo={STRANGE}>
          <DomainWarning />
        </Scene>
      ),
    },
  ],
};
