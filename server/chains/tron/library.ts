import { createRequire } from "node:module";
import type { utils } from "tronweb";

const require = createRequire(import.meta.url);

/**
 * What the network's own library reads and writes. It is loaded with its first use: its modules are a third of all that a
 * server would load at its start, and one without Tron needs none of them.
 */
export function loadLibrary(): typeof utils {
  return (require("tronweb") as { utils: typeof utils }).utils;
}
