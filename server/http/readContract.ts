import { readFile } from "node:fs/promises";
import { OPERATIONS, type OperationId } from "#contract/operations.ts";
import type { ErrorKey } from "#contract/errors.ts";

/** A JSON Schema without references. */
export type Schema = Readonly<Record<string, unknown>>;

/** One call of openapi.yaml, with every reference resolved. */
export interface OperationContract {
  operationId: OperationId;
  method: "GET" | "POST";
  url: string;
  security: readonly ("bearer" | "paymentCode")[];
  isIdempotent: boolean;
  errors: readonly ErrorKey[];
  query: Schema;
  headers: Schema;
  /** null if the call has no body. */
  body: Schema | null;
  /** HTTP status → schema of the whole body. */
  responses: Readonly<Record<string, Schema>>;
}

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema: Schema;
}

interface Content {
  content: { "application/json": { schema: Schema } };
}

interface RawOperation {
  operationId: OperationId;
  "x-errors": ErrorKey[];
  security: Record<string, unknown>[];
  parameters?: Parameter[];
  requestBody?: Content & { required?: boolean };
  responses: Record<string, Content>;
}

interface RawContract {
  servers: [{ url: string }];
  paths: Record<string, { parameters?: Parameter[]; get?: RawOperation; post?: RawOperation }>;
}

const FILE = new URL("../../contract/openapi.json", import.meta.url);

/** A body that may be left out is null then. */
function readBody(body: RawOperation["requestBody"]): Schema | null {
  if (body === undefined) return null;
  const { schema } = body.content["application/json"];
  return body.required === true ? schema : { anyOf: [schema, { type: "null" }] };
}

/** Replaces every `$ref` by its target; keys beside it win. Equal references become one object. */
function resolveReferences(node: unknown, root: unknown, resolved = new Map<string, unknown>()): unknown {
  if (Array.isArray(node)) return node.map((item) => resolveReferences(item, root, resolved));
  if (typeof node !== "object" || node === null) return node;
  const { $ref: reference, ...rest } = node as Record<string, unknown>;
  const own = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, resolveReferences(value, root, resolved)]),
  );
  if (typeof reference !== "string") return own;
  const target = reference
    .slice(2)
    .split("/")
    .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], root);
  if (!resolved.has(reference)) resolved.set(reference, resolveReferences(target, root, resolved));
  const found = resolved.get(reference);
  return Object.keys(own).length === 0 ? found : { ...(found as Schema), ...own };
}

function collectParameters(parameters: readonly Parameter[], place: "query" | "header"): Schema {
  const placed = parameters.filter((parameter) => parameter.in === place);
  const name = (parameter: Parameter) => (place === "header" ? parameter.name.toLowerCase() : parameter.name);
  return {
    type: "object",
    required: placed.filter((parameter) => parameter.required).map(name),
    properties: Object.fromEntries(placed.map((parameter) => [name(parameter), parameter.schema])),
  };
}

/** Reads every call of the API from openapi.yaml. */
export async function readContract(): Promise<OperationContract[]> {
  const raw: unknown = JSON.parse(await readFile(FILE, "utf8"));
  const { servers, paths } = resolveReferences(raw, raw) as RawContract;
  const [{ url: base }] = servers;
  return Object.entries(paths).flatMap(([path, item]) =>
    [item.get, item.post].flatMap((operation): OperationContract[] => {
      if (operation === undefined || !(operation.operationId in OPERATIONS)) return [];
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
      return [
        {
          operationId: operation.operationId,
          method: operation === item.get ? "GET" : "POST",
          url: base + path,
          security: operation.security.flatMap((scheme) => Object.keys(scheme)) as ("bearer" | "paymentCode")[],
          isIdempotent: parameters.some((parameter) => parameter.name === "Idempotency-Key"),
          errors: operation["x-errors"],
          query: collectParameters(parameters, "query"),
          headers: collectParameters(parameters, "header"),
          body: readBody(operation.requestBody),
          responses: Object.fromEntries(
            Object.entries(operation.responses).map(([status, response]) => [
              status,
              response.content["application/json"].schema,
            ]),
          ),
        },
      ];
    }),
  );
}
