import { RedEnvelopeSystem } from "#src/screens/redEnvelopeSystem/RedEnvelopeSystem.tsx";

import type { GalleryScreen } from "../picture.ts";
import { solvency } from "../samples.ts";
import { Scene } from "../static/Scene.tsx";
import { listReachedResources } from "../static/standInResource.ts";

export const screen: GalleryScreen = {
  listCandidates: async () => {
    const statements = await listReachedResources(solvency, null);
    return statements.map(({ state, facts, snapshot }) => ({
      state: `statement ${state}`,
      facts,
      node: (
        <Scene at="/redEnvelopeSystem" flows={{ solvency: snapshot }}>
          <RedEnvelopeSystem />
        </Scene>
      ),
    }));
  },
};
