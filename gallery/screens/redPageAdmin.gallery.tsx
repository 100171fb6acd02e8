import type { SnapshotFrom } from "xstate";

import { listReached } from "#gallery/listReached.ts";
import type { GalleryScreen } from "#gallery/picture.ts";
import { PickerScene } from "#gallery/static/PickerScene.tsx";
import type { pickerMachine } from "#machines/picker/picker.machine.ts";
import { viewPicker } from "#machines/picker/picker.view.ts";
import { RedPageAdmin } from "#src/screens/redImg/LookScreen.tsx";

type Snapshot = SnapshotFrom<typeof pickerMachine>;

export const screen: GalleryScreen = {
  listCandidates: async () => {
    const pickers = await listReached<Snapshot>("picker", viewPicker);
    return pickers
      .filter(({ snapshot }) => snapshot.context.kind === "text")
      .map(({ state, facts, snapshot }) => ({
        state,
        facts,
        node: (
          <PickerScene at="/redPageAdmin" picker={snapshot}>
            <RedPageAdmin />
          </PickerScene>
        ),
      }));
  },
};
