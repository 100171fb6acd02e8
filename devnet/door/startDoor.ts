import path from "node:path";
import { startChild } from "../process/startChild.ts";
import type { Child } from "../process/startChild.ts";
import type { DoorSettings } from "./doorSettings.ts";

const START_TIMEOUT_MS = 30_000;

/** Starts the process that owns the stack's port. */
export function startDoor(settings: DoorSettings, env: NodeJS.ProcessEnv, logFolder: string): Child {
  return startChild({
    name: "door",
    command: process.execPath,
    args: ["--disable-warning=ExperimentalWarning", path.join(import.meta.dirname, "../door.ts")],
    env: { ...env, DEVNET_DOOR: JSON.stringify(settings) },
    cwd: import.meta.dirname,
    logFile: path.join(logFolder, "door.log"),
  });
}

export async function waitForDoor(door: Child): Promise<void> {
  await door.waitForLine(/^ready (\d+)$/, START_TIMEOUT_MS);
}
