import path from "node:path";
import { startChild } from "#devnet/process/startChild.ts";
import type { Child } from "#devnet/process/startChild.ts";
import type { GatewaySettings } from "./gatewaySettings.ts";

const START_TIMEOUT_MS = 30_000;

/** Starts the process that owns the stack's port. */
export function startGateway(settings: GatewaySettings, env: NodeJS.ProcessEnv, logFolder: string): Child {
  return startChild({
    name: "gateway",
    command: process.execPath,
    args: ["--disable-warning=ExperimentalWarning", path.join(import.meta.dirname, "main.ts")],
    env: { ...env, DEVNET_GATEWAY: JSON.stringify(settings) },
    cwd: import.meta.dirname,
    logFile: path.join(logFolder, "gateway.log"),
  });
}

export async function waitForGateway(gateway: Child): Promise<void> {
  await gateway.waitForLine(/^ready (\d+)$/, START_TIMEOUT_MS);
}
