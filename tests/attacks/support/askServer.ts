import type { ErrorKey } from "#contract/errors.ts";
import { OPERATIONS, type OperationId } from "#contract/operations.ts";
import type { BodyOf, DataOf, QueryOf } from "#server/calls/handler.ts";

export interface Ask<Op extends OperationId> {
  bearer?: string;
  code?: string;
  query?: Partial<QueryOf<Op>>;
  body?: BodyOf<Op>;
  headers?: Readonly<Record<string, string>>;
  /** The client's address, as the trusted proxy reports it. */
  ip?: string;
}

export interface Reply<Op extends OperationId> {
  status: number;
  /** Status, or 61 for a revoked session. */
  code: number;
  error: ErrorKey | null;
  /** null unless the call succeeded. */
  data: DataOf<Op> | null;
  headers: Headers;
}

/** Makes one call of a running server. */
export async function askServer<Op extends OperationId>(
  url: string,
  operationId: Op,
  asked: Ask<Op> = {},
): Promise<Reply<Op>> {
  const { method, path: name } = OPERATIONS[operationId];
  const query = new URLSearchParams(
    Object.entries(asked.query ?? {}).map(([key, value]) => [key, String(value)]),
  ).toString();
  const response = await fetch(`${url}/api${name}${query === "" ? "" : `?${query}`}`, {
    method,
    headers: {
      ...(asked.bearer === undefined ? {} : { authorization: `Bearer ${asked.bearer}` }),
      ...(asked.code === undefined ? {} : { "x-external-payment-code": asked.code }),
      ...(asked.body == null ? {} : { "content-type": "application/json" }),
      ...(asked.ip === undefined ? {} : { "x-forwarded-for": asked.ip }),
      ...asked.headers,
    },
    ...(asked.body == null ? {} : { body: JSON.stringify(asked.body) }),
  });
  const answer = (await response.json()) as { code: number; data: DataOf<Op> | null; error?: ErrorKey };
  const { code, data, error = null } = answer;
  return { status: response.status, code, error, data, headers: response.headers };
}
