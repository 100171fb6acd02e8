import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const ARCHITECTURES: Readonly<Record<string, string>> = { x64: "amd64", arm64: "arm64" };

/** The path of the anvil binary that npm installed for this machine. */
export function findAnvil(): string {
  const architecture = ARCHITECTURES[process.arch] ?? process.arch;
  const name = `@foundry-rs/anvil-${process.platform}-${architecture}`;
  const binary = process.platform === "win32" ? "anvil.exe" : "anvil";
  try {
    const folder = path.dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
    const file = path.join(folder, "bin", binary);
    if (existsSync(file)) return file;
  } catch {
    // Falls through to the error below.
  }
  throw new Error(
    `The local Ethereum node (${name}) is not installed. Run npm ci without --omit=optional, or set ETH_RPC_URLS and ETH_TREASURY_ADDRESS`,
  );
}
