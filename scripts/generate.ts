/**
 * Writes contract/ from openapi.yaml: the wire types, the error catalogue, the list of operations, the examples, and all of
 * it as JSON, which a server parses in a twentieth of the time. Writes the code of the local network's contracts from their
 * sources.
 * With --check it writes nothing and fails if one of these files is out of date.
 */
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";
import { format } from "oxfmt";
import { parse } from "yaml";
import { compileContracts } from "#devnet/ton/usdt/compileContracts.ts";

const ROOT = new URL("../", import.meta.url);
const METHODS = ["get", "post"] as const;
const BANNER = "// Generated from openapi.yaml by `npm run generate`. Do not edit.\n\n";
const CODE_BANNER = "// Generated from the sources beside it by `npm run generate`. Do not edit.\n\n";

interface ErrorEntry {
  status: number;
  code?: number;
}

interface Operation {
  operationId: string;
  "x-errors": string[];
  security: Record<string, string[]>[];
  responses: Record<string, unknown>;
}

interface PathItem {
  servers?: unknown;
  get?: Operation;
  post?: Operation;
}

interface Shape {
  examples?: unknown[];
}

interface OpenApi {
  "x-error": Record<string, ErrorEntry>;
  paths: Record<string, PathItem>;
  components: { schemas: { ErrorKey: Shape & { enum: string[] }; [name: string]: Shape } };
}

/** Fails if the error catalogue and the operations contradict each other. */
function checkErrors(api: OpenApi): void {
  const problems: string[] = [];
  const keys = Object.keys(api["x-error"]);
  if (keys.join() !== api.components.schemas.ErrorKey.enum.join()) problems.push("ErrorKey differs from x-error");
  for (const [path, item] of Object.entries(api.paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      if (operation === undefined) continue;
      const unknown = operation["x-errors"].filter((key) => !keys.includes(key));
      if (unknown.length > 0) problems.push(`${method} ${path}: unknown errors ${unknown.join(", ")}`);
      const expected = new Set(["200", ...operation["x-errors"].map((key) => String(api["x-error"][key]?.status))]);
      const declared = Object.keys(operation.responses);
      if (expected.size !== declared.length || declared.some((status) => !expected.has(status))) {
        problems.push(
          `${method} ${path}: responses ${declared.join(", ")}, but x-errors mean ${[...expected].join(", ")}`,
        );
      }
    }
  }
  if (problems.length > 0) throw new Error(`openapi.yaml contradicts itself:\n${problems.join("\n")}`);
}

function writeErrors(api: OpenApi): string {
  const rows = Object.entries(api["x-error"]).map(([key, { status, code = status }]) => {
    return `  ${key}: { status: ${status}, code: ${code} },`;
  });
  const keys = Object.keys(api["x-error"]).map((key) => `  "${key}",`);
  return [
    BANNER,
    "/** Error key → HTTP status and the `code` of the body. */\n",
    `export const ERRORS = {\n${rows.join("\n")}\n} as const;\n\n`,
    "export type ErrorKey = keyof typeof ERRORS;\n\n",
    "/** The keys alone, for who has no use for the rest. */\n",
    `export const ERROR_KEYS: ReadonlySet<unknown> = new Set<ErrorKey>([\n${keys.join("\n")}\n]);\n`,
  ].join("");
}

function writeOperations(api: OpenApi): string {
  const rows: string[] = [];
  for (const [path, item] of Object.entries(api.paths)) {
    // Paths with their own servers (health checks) are not for the app.
    if (item.servers !== undefined) continue;
    for (const method of METHODS) {
      const operation = item[method];
      if (operation === undefined) continue;
      const security = operation.security.flatMap((scheme) => Object.keys(scheme));
      const fields = [
        `method: "${method}"`,
        `path: "${path}"`,
        `security: [${security.map((scheme) => `"${scheme}"`).join(", ")}]`,
      ];
      const line = `  ${operation.operationId}: { ${fields.join(", ")} },`;
      rows.push(
        line.length <= 120
          ? line
          : `  ${operation.operationId}: {\n${fields.map((field) => `    ${field},`).join("\n")}\n  },`,
      );
    }
  }
  return [
    BANNER,
    "/** Every call of the API under its base path `/api`. */\n",
    `export const OPERATIONS = {\n${rows.join("\n")}\n} as const;\n\n`,
    "export type OperationId = keyof typeof OPERATIONS;\n",
  ].join("");
}

/** Of each shape that has one. */
async function writeExamples(api: OpenApi): Promise<string> {
  const examples = Object.entries(api.components.schemas).flatMap(([name, { examples: all = [] }]) => {
    return all.slice(0, 1).map((first) => [name, first] as const);
  });
  const names = examples.map(([name]) => JSON.stringify(name)).join(" | ");
  const text = [
    BANNER,
    'import type { components } from "./schema.d.ts";\n\n',
    `export const EXAMPLES: Pick<components["schemas"], ${names}> =`,
    `${JSON.stringify(Object.fromEntries(examples))};\n`,
  ].join("");
  const { code, errors } = await format("examples.ts", text, { printWidth: 120 });
  if (errors.length > 0) throw new Error(`the examples cannot be formatted: ${JSON.stringify(errors)}`);
  return code;
}

/** Without the examples, which have a file of their own. */
async function writeTypes(source: string): Promise<string> {
  const bare = parse(source) as OpenApi;
  for (const shape of Object.values(bare.components.schemas)) delete shape.examples;
  return BANNER + astToString(await openapiTS(JSON.stringify(bare)));
}

async function writeCode(): Promise<string> {
  const { master, wallet } = await compileContracts();
  return [
    CODE_BANNER,
    "/** Bags of cells in base64. */\n",
    `export const MASTER_CODE =\n  "${master}";\n`,
    `export const WALLET_CODE =\n  "${wallet}";\n`,
  ].join("");
}

/** The text of every generated file, by its path from the repository's root. */
export async function generateFiles(): Promise<Map<string, string>> {
  const source = await readFile(new URL("openapi.yaml", ROOT), "utf8");
  const api = parse(source) as OpenApi;
  checkErrors(api);
  return new Map([
    ["contract/schema.d.ts", await writeTypes(source)],
    ["contract/errors.ts", writeErrors(api)],
    ["contract/operations.ts", writeOperations(api)],
    ["contract/examples.ts", await writeExamples(api)],
    ["contract/openapi.json", `${JSON.stringify(api, null, 1)}\n`],
    ["devnet/ton/usdt/code.ts", await writeCode()],
  ]);
}

/** The generated files whose committed text is out of date. */
export async function findDrift(): Promise<string[]> {
  const drifted: string[] = [];
  for (const [path, text] of await generateFiles()) {
    const committed = await readFile(new URL(path, ROOT), "utf8").catch(() => "");
    if (committed !== text) drifted.push(path);
  }
  return drifted;
}

async function run(): Promise<void> {
  if (process.argv.includes("--check")) {
    const drifted = await findDrift();
    if (drifted.length === 0) return;
    console.error(`not generated from their sources: ${drifted.join(", ")}. Run: npm run generate`);
    process.exitCode = 1;
    return;
  }
  for (const [path, text] of await generateFiles()) await writeFile(new URL(path, ROOT), text);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run();
