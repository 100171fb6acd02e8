import type { IncomingMessage } from "node:http";
import { readBody } from "./readBody.ts";

/** Parses the request body as a JSON object; an empty body is an empty object. */
export async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const text = (await readBody(request)).toString("utf8");
  if (text === "") return {};
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Error("the body must be a JSON object");
  return value as Record<string, unknown>;
}
