import pg from "pg";
import { isOnThisMachine } from "#server/settingReader.ts";

/**
 * Whether others on the way can read or change what goes to the database: it is elsewhere, and the connection is without
 * TLS or takes any certificate. The driver reads the URL, so this holds for each way to say it.
 */
export function isLineOpen(databaseUrl: string): boolean {
  const { host, ssl } = new pg.Client(databaseUrl) as { host: string; ssl: unknown };
  const isSocket = host.startsWith("/");
  if (isSocket || isOnThisMachine(host) || host === "::1") return false;
  const isEncrypted = ssl === true || (typeof ssl === "object" && ssl !== null);
  const takesAny = typeof ssl === "object" && ssl !== null && "rejectUnauthorized" in ssl && !ssl.rejectUnauthorized;
  return !isEncrypted || takesAny;
}
