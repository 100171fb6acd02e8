import { fromPromise } from "xstate";

import type { LaunchReading } from "#machines/environment/environment.machine.ts";
import type { Messenger } from "#src/adapters/telegram/messenger.ts";

export function createEnvironmentActors({ messenger }: { messenger: Messenger }) {
  return {
    readLaunch: fromPromise<LaunchReading, undefined>(() => messenger.readLaunch()),
    probeTheme: fromPromise<boolean, undefined>(() => messenger.probeHost()),
    signalReady: fromPromise<boolean, undefined>(() => messenger.signalReady()),
  };
}
