import type { IncomingMessage } from "node:http";
import { readBody } from "../http/readJson.ts";
import { refuseBadRequest } from "./telegramRefusal.ts";

export type CallParams = Readonly<Record<string, unknown>>;

/** Parses the parameters of a Bot API call, from the query and a JSON or form body. */
export async function parseCallParams(request: IncomingMessage, url: URL): Promise<CallParams> {
  const params: Record<string, unknown> = Object.fromEntries(
    [...url.searchParams].map(([key, value]) => [key, parseNested(key, value)]),
  );
  const body = (await readBody(request)).toString("utf8");
  if (body === "") return params;
  const type = (request.headers["content-type"] ?? "").split(";")[0]?.trim();
  if (type === "application/json") {
    const value: unknown = parseValue(body);
    if (typeof value !== "object" || value === null || Array.isArray(value))
      refuseBadRequest("can't parse JSON object");
    for (const [key, item] of Object.entries(value))
      params[key] = typeof item === "string" ? parseNested(key, item) : item;
    return params;
  }
  if (type === "application/x-www-form-urlencoded") {
    for (const [key, value] of new URLSearchParams(body)) params[key] = parseNested(key, value);
    return params;
  }
  return refuseBadRequest("unsupported content type; send JSON or an urlencoded form");
}

/** Fields that may come as JSON text inside a form. */
const NESTED = new Set([
  "reply_markup",
  "result",
  "allowed_updates",
  "entities",
  "commands",
  "menu_button",
  "scope",
  "link_preview_options",
]);

function parseNested(key: string, text: string): unknown {
  return NESTED.has(key) ? parseValue(text) : text;
}

function parseValue(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return refuseBadRequest("can't parse JSON object");
  }
}

export function readText(params: CallParams, name: string): string | null {
  const value = params[name];
  if (value === undefined || value === null) return null;
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A whole number, sent as a number or as digits; null if absent. */
export function readInteger(params: CallParams, name: string): number | null {
  const text = readText(params, name);
  if (text === null || text === "") return null;
  if (!/^-?\d{1,16}$/.test(text)) refuseBadRequest(`field "${name}" must be a valid Number`);
  return Number(text);
}

export function readFlag(params: CallParams, name: string): boolean {
  const value = params[name];
  return value === true || value === "true" || value === "True" || value === 1 || value === "1";
}
