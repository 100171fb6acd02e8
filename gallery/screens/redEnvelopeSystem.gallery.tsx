import { RedEnvelopeSystem } from "#src/screens/redEnvelopeSystem/RedEnvelopeSystem.tsx";

import type { GalleryScreen } from "../picture.ts";
import { Scene } from "../still/Scene.tsx";

export const screen: GalleryScreen = {
  listCandidates: () =>
    Promise.resolve([
      {
        state: "as always",
        facts: new Map<string, string>(),
        node: (
          <Scene at="/redEnvelopeSystem">
            <RedEnvelopeSystem />
          </Scene>
        ),
      },
    ]),
};
