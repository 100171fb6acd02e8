import type http from "node:http";
import type { App } from "#server/app.ts";
import type { CommandApp } from "./carryOutCommand.ts";

const MAX_BODY_BYTES = 10_000;

/** What the operators' port answers to one request. */
export interface Answer {
  status: number;
  type: string;
  body: string;
  headers?: Readonly<Record<string, string>>;
}

/** The text of a request, or null for one that is too large. */
export async function readBody(request: http.IncomingMessage): Promise<string | null> {
  let size = 0;
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size > MAX_BODY_BYTES) return null;
  }
  return Buffer.concat(chunks).toString();
}

export function toCommandApp(app: App): CommandApp {
  return { ...app, reachChain: async (coinType) => app.chains[coinType]?.chain ?? null };
}
