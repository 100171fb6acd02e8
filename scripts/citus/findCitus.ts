import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

const DEBIAN = "/usr/lib/postgresql";

/** The folder of the programs of a PostgreSQL that has Citus; null where none has. PG_CONFIG names one that is elsewhere. */
export function findCitus(): string | null {
  const given = process.env["PG_CONFIG"] ?? "";
  const versions = fs.existsSync(DEBIAN) ? fs.readdirSync(DEBIAN).toSorted().toReversed() : [];
  const configs = [
    ...(given === "" ? [] : [given]),
    ...versions.map((version) => path.join(DEBIAN, version, "bin/pg_config")),
    "pg_config",
  ];
  for (const config of configs) {
    if (fs.existsSync(path.join(ask(config, "--sharedir"), "extension/citus.control"))) return ask(config, "--bindir");
  }
  return null;
}

function ask(config: string, question: string): string {
  try {
    return execFileSync(config, [question], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return "";
  }
}
