import { fromPromise } from "xstate";

import type { Messenger } from "#src/adapters/telegram/messenger.ts";

export function createEnvironmentActors({ messenger }: { messenger: Messenger }) {
  return {
    readLaunch: fromPromise(() => messenger.readLaunch()),
    probeTheme: fromPromise(() => messenger.probeHost()),
    signalReady: fromPromise(() => messenger.signalReady()),
  };
}
