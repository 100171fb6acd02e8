import path from "node:path";
import { startChild } from "./startChild.ts";
import type { Child } from "./startChild.ts";

const START_TIMEOUT_MS = 30_000;

/** Where stand-ins run. */
export interface StandInPlace {
  /** Stores what they keep over restarts. */
  readonly folder: string;
  /** Address of the gateway, e.g. `http://localhost:8080`. */
  readonly gatewayOrigin: string;
  readonly env: NodeJS.ProcessEnv;
  /** Called with each process at once, so that a failed start can end it. */
  readonly onChild: (child: Child) => void;
}

/** A chain's local node, as the server and the rest of the stack are told of it. */
export interface LocalNode<Info> {
  readonly child: Child;
  readonly serverEnv: Readonly<Record<string, string>>;
  readonly info: NonNullable<Info>;
}

export interface StandIn {
  readonly child: Child;
  readonly port: number;
  /** Of a stand-in that has two. */
  readonly secondPort: number | null;
}

/**
 * Starts `devnet/<name>/main.ts`, and waits until it is ready.
 * @param settings of this stand-in alone
 */
export async function startStandIn(
  name: string,
  { folder, env, onChild }: StandInPlace,
  settings: Readonly<Record<string, string>> = {},
): Promise<StandIn> {
  const child = startChild({
    name,
    command: process.execPath,
    args: ["--disable-warning=ExperimentalWarning", path.join(import.meta.dirname, "..", name, "main.ts")],
    env: { ...env, ...settings },
    cwd: folder,
    logFile: findLogFile(folder, name),
  });
  onChild(child);
  const [, port, secondPort] = await child.waitForLine(/^ready (\d+)(?: (\d+))?$/, START_TIMEOUT_MS);
  return { child, port: Number(port), secondPort: secondPort === undefined ? null : Number(secondPort) };
}

export function findLogFile(folder: string, name: string): string {
  return path.join(folder, "logs", `${name}.log`);
}
