import { onTestFinished, vi } from "vitest";

import { ERRORS } from "#contract/errors.ts";
import { type Failure, toFailure } from "#machines/kit/failure.ts";
import { ANSWERS, listOf } from "#tests/screens/answers.ts";

/** A call as it was sent. */
export interface Asked {
  path: string;
  query: URLSearchParams;
  /** The idempotency key. */
  key: string | null;
  body: Readonly<Record<string, unknown>>;
}

/** The data, or what finds it. A `Failure` that is thrown is a refusal or a lost answer. */
type Answer = object | null | ((asked: Asked) => unknown);

export const NEVER = (): Promise<never> => new Promise(() => undefined);

const NOTHING = listOf([]);

/** Of somebody who has nothing. */
const LISTS: Readonly<Record<string, object>> = {
  "/chat/list": NOTHING,
  "/order/unpaidList": NOTHING,
  "/redpackage/allSendRecords": NOTHING,
  "/user/redEnvelopeCoverAndMessage": { coverId: "goodLuck", messageId: "goodLuck" },
};

/**
 * Takes the server's place until the test ends: it says what `answers` has for a path, which may change meanwhile, else
 * what it says to a walk, and to anything else nothing.
 *
 * @returns every call, in order
 */
export function standInServer(answers: Record<string, Answer> = {}): Asked[] {
  const calls: Asked[] = [];
  const goOn = window.fetch.bind(window);
  const spy = vi.spyOn(window, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    if (!new URL(request.url).pathname.startsWith("/api/")) return goOn(request);
    const asked = await readCall(request);
    calls.push(asked);
    const known = [answers, LISTS, ANSWERS].find((one) => asked.path in one);
    const answer: unknown = known === undefined ? NEVER : known[asked.path];
    try {
      const data: unknown = typeof answer === "function" ? await (answer as (asked: Asked) => unknown)(asked) : answer;
      return Response.json({ code: 200, msg: "ok", data });
    } catch (error) {
      return refuseBy(toFailure(error));
    }
  });
  onTestFinished(() => {
    spy.mockRestore();
  });
  return calls;
}

async function readCall(request: Request): Promise<Asked> {
  const { pathname, searchParams } = new URL(request.url);
  const text = await request.text();
  return {
    path: pathname.replace("/api/v1", ""),
    query: searchParams,
    key: request.headers.get("idempotency-key"),
    body: text === "" ? {} : (JSON.parse(text) as Asked["body"]),
  };
}

function refuseBy(failure: Failure): Response {
  if (failure.kind !== "api") throw new TypeError("Failed to fetch");
  const { error, message, retryAfterSeconds, conditions } = failure;
  const { status, code } = ERRORS[error];
  const headers: HeadersInit = retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) };
  return Response.json({ code, msg: message, error, data: conditions && { conditions } }, { status, headers });
}
