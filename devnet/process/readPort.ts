const DEFAULT_PORT = 8080;

/** Parses the PORT setting; 0 means a free port. Throws if it is not a port. */
export function readPort(env: NodeJS.ProcessEnv): number {
  const text = env["PORT"]?.trim() ?? "";
  if (text === "") return DEFAULT_PORT;
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new Error("PORT must be an integer from 0 to 65535");
  return port;
}
