import type { IncomingMessage } from "node:http";
import { readBody } from "../http/readJson.ts";
import { refuseBadRequest } from "./telegramRefusal.ts";

export type CallParams = Readonly<Record<string, unknown>>;

/** What a bot may upload. */
const MAX_UPLOAD_BYTES = 50_000_000;

/** Parses the parameters of a Bot API call, from the query and a JSON or form body; an uploaded file is a `Buffer`. */
export async function parseCallParams(request: IncomingMessage, url: URL): Promise<CallParams> {
  const params: Record<string, unknown> = Object.fromEntries(
    [...url.searchParams].map(([key, value]) => [key, parseNested(key, value)]),
  );
  const bytes = await readBody(request, MAX_UPLOAD_BYTES);
  if (bytes.length === 0) return params;
  const contentType = request.headers["content-type"] ?? "";
  const type = contentType.split(";")[0]?.trim();
  if (type === "multipart/form-data") return { ...params, ...(await parseMultipart(bytes, contentType)) };
  const body = bytes.toString("utf8");
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
  return refuseBadRequest("unsupported content type; send JSON or a form");
}

async function parseMultipart(bytes: Buffer, contentType: string): Promise<CallParams> {
  const params: Record<string, unknown> = {};
  const form = await new Response(new Uint8Array(bytes), { headers: { "content-type": contentType } })
    .formData()
    .catch(() => refuseBadRequest("can't parse the form"));
  for (const [key, value] of form)
    params[key] = typeof value === "string" ? parseNested(key, value) : Buffer.from(await value.arrayBuffer());
  return params;
}

/** Fields that may come as JSON text inside a form. */
const NESTED = new Set([
  "reply_markup",
  "button",
  "result",
  "allowed_updates",
  "entities",
  "caption_entities",
  "media",
  "commands",
  "menu_button",
  "scope",
  "rights",
  "ephemeral_message_parameters",
  "reply_parameters",
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
