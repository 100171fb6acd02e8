import { readFile } from "node:fs/promises";
import { readStatements, UnreadableStatements } from "#domain/solvency/readStatements.ts";
import type { Statement } from "#domain/solvency/statement.ts";

const PATH = "/api/v1/system/solvency";
const TIMEOUT_MS = 30_000;

/** The statements of a file, or all pages of a server's answer; the newest first. */
export async function readSource(source: string): Promise<Statement[]> {
  if (!/^https?:\/\//.test(source)) return readStatements(await readJson(await readFile(source, "utf8")));
  const url = new URL(source);
  if (url.pathname === "/") url.pathname = PATH;
  const statements: Statement[] = [];
  for (;;) {
    const answer = await readPage(url);
    const page = readStatements(answer);
    statements.push(...page);
    const cursor = readNextCursor(answer);
    // A server that answers the same page for ever would never end.
    if (cursor === null || page.length === 0 || page.at(-1)?.number === 1) return statements;
    url.searchParams.set("cursor", cursor);
  }
}

async function readPage(url: URL): Promise<unknown> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new UnreadableStatements(`${url.origin} answered HTTP ${response.status}`);
  return readJson(await response.text());
}

async function readJson(text: string): Promise<unknown> {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new UnreadableStatements("this is no JSON");
  }
}

function readNextCursor(answer: unknown): string | null {
  const { data } = answer as { data?: { nextCursor?: unknown } };
  return typeof data?.nextCursor === "string" ? data.nextCursor : null;
}
