import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const FILE = fileURLToPath(new URL("../.env", import.meta.url));

/** Adds the settings of `.env` to process.env; what is set already wins. */
export function loadEnvironment(): void {
  if (existsSync(FILE)) process.loadEnvFile(FILE);
}
