import { ERROR_KEYS, type ErrorKey } from "#contract/errors.ts";
import type { components } from "#contract/schema.d.ts";
import type { Failure } from "#machines/kit/failure.ts";

/** Body codes that say "log in again" (SPEC section 8); HTTP 401 says it too. */
const UNAUTHORIZED_CODES: ReadonlySet<number> = new Set([401, 61]);

interface ErrorBody {
  code: number;
  msg: string;
  error?: unknown;
  data?: components["schemas"]["ErrorData"] | null;
}

function isErrorBody(body: unknown): body is ErrorBody {
  return (
    typeof body === "object" &&
    body !== null &&
    "code" in body &&
    typeof body.code === "number" &&
    "msg" in body &&
    typeof body.msg === "string"
  );
}

function isErrorKey(key: unknown): key is ErrorKey {
  return ERROR_KEYS.has(key);
}

/** What broke within the server is told in the app's own words. */
function isServerFault({ status }: Response, { code }: ErrorBody): boolean {
  return status >= 500 || (code >= 500 && code < 600);
}

function readRetryAfterSeconds(response: Response): number | null {
  const text = response.headers.get("retry-after");
  return text !== null && /^[0-9]{1,6}$/u.test(text) ? Number(text) : null;
}

/**
 * What an answer without success means.
 * @param body parsed JSON, or text where it was none
 */
export function toApiFailure(response: Response, body: unknown): Failure {
  const isUnauthorized = response.status === 401 || (isErrorBody(body) && UNAUTHORIZED_CODES.has(body.code));
  if (isUnauthorized) return { kind: "unauthorized" };
  if (!isErrorBody(body) || !isErrorKey(body.error)) {
    return isErrorBody(body) && !isServerFault(response, body)
      ? { kind: "unexpected", message: body.msg, isForPeople: true }
      : { kind: "unexpected", message: `HTTP ${response.status}` };
  }
  const retryAfterSeconds = readRetryAfterSeconds(response);
  return {
    kind: "api",
    error: body.error,
    message: body.msg,
    ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }),
    ...(body.data?.conditions === undefined ? {} : { conditions: body.data.conditions }),
  };
}

/**
 * The failure's own message where the app has no text for it: the server's for a code that the app does not know, or
 * the reason why a request could not be made. A toast shows it as it is. Null: the screen tells the failure, once.
 */
export function getVerbatimMessage(failure: Failure): string | null {
  const isVerbatim = failure.kind === "unexpected" && failure.isForPeople === true;
  return isVerbatim && failure.message !== "" ? failure.message : null;
}
