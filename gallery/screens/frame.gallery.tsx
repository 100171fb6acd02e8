import type { SnapshotFrom } from "xstate";

import type { appMachine } from "#machines/app/app.machine.ts";
import { viewApp } from "#machines/app/app.view.ts";
import type { environmentMachine } from "#machines/environment/environment.machine.ts";
import { viewEnvironment } from "#machines/environment/environment.view.ts";
import type { languageMachine } from "#machines/language/language.machine.ts";
import { viewLanguage } from "#machines/language/language.view.ts";
import { Frame } from "#src/Frame.tsx";

import { listReached } from "../listReached.ts";
import type { Candidate, GalleryScreen } from "../picture.ts";
import { Scene } from "../static/Scene.tsx";
import type { Standing } from "../static/createStaticApp.ts";

interface Reached {
  state: string;
  facts: ReadonlyMap<string, string>;
}

function drawFrame(service: string, { state, facts }: Reached, standing: Standing): Candidate {
  return {
    state: `${service} ${state}`,
    facts,
    node: (
      <Scene at="/errorPage" hasLanguageButton={false} {...standing}>
        <Frame />
      </Scene>
    ),
  };
}

/** What stands around every screen: toasts, dialogs, the language button and its sheet. */
export const screen: GalleryScreen = {
  listCandidates: async () => {
    const apps = await listReached<SnapshotFrom<typeof appMachine>>("app", viewApp);
    const places = await listReached<SnapshotFrom<typeof environmentMachine>>("environment", viewEnvironment);
    const languages = await listReached<SnapshotFrom<typeof languageMachine>>("language", viewLanguage);
    return [
      ...apps.map((reached) => drawFrame("app", reached, { app: reached.snapshot })),
      ...places.map((reached) => drawFrame("environment", reached, { environment: reached.snapshot })),
      ...languages.map((reached) => drawFrame("language", reached, { language: reached.snapshot })),
    ];
  },
};
