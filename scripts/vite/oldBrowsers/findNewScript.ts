import { parseAst } from "vite";

import { LACKING_METHODS, LACKING_OPTIONS, LACKING_STATICS } from "./lacking.ts";

interface Node {
  type: string;
  [field: string]: unknown;
}

/** Lookbehind, and modifiers of a part; neither can be written in another way for an old browser. */
const NEW_PATTERN = /\(\?<[=!]|\(\?[ims]*(?:-[ims]+)?:/;
/** `(?:` alone is old. */
const OLD_GROUP = "(?:";

/** What an old browser cannot run in a script of the build, and nothing in that script asks for first. */
export function findNewScript(code: string): readonly string[] {
  const found = new Set<string>();
  /** Names that are called, and names that are also read or looked for: those have a way around them. */
  const called = new Map<string, string>();
  const asked = new Set<string>();
  visit(parseAst(code) as unknown as Node, null);
  for (const [name, key] of called) if (!asked.has(key)) found.add(name);
  return [...found];

  function visit(node: Node, parent: Node | null): void {
    look(node, parent);
    for (const child of listChildren(node)) visit(child, node);
  }

  function look(node: Node, parent: Node | null): void {
    if (node.type === "StaticBlock") found.add("class static block");
    if (node.type === "Decorator") found.add("decorator");
    if (node.type === "VariableDeclaration" && String(node.kind).includes("using")) found.add("using");
    if (hasAttributes(node)) found.add("import attributes");
    if (node.type === "Literal") lookAtLiteral(node);
    if (node.type === "TemplateElement") lookAtText((node.value as { cooked?: string }).cooked ?? "");
    if (node.type === "Property" && LACKING_OPTIONS.includes(readName(node.key))) found.add(readName(node.key));
    if (node.type === "MemberExpression") lookAtMember(node, parent);
  }

  function lookAtLiteral({ value, regex }: Node): void {
    const { pattern, flags } = (regex ?? {}) as { pattern?: string; flags?: string };
    if (flags?.includes("v") === true) found.add("regular expression /v");
    if (pattern !== undefined) lookAtPattern(pattern);
    if (typeof value === "string") lookAtText(value);
  }

  function lookAtText(text: string): void {
    asked.add(text);
    lookAtPattern(text);
  }

  function lookAtPattern(text: string): void {
    const group = NEW_PATTERN.exec(text.replaceAll(OLD_GROUP, ""))?.[0];
    if (group !== undefined) found.add(`regular expression ${group}`);
  }

  function lookAtMember(node: Node, parent: Node | null): void {
    const property = readName(node.property);
    const owner = readName(node.object);
    const isStatic = LACKING_STATICS.includes(`${owner}.${property}`);
    if (!isStatic && !LACKING_METHODS.includes(property)) return;
    const isCalled =
      (parent?.type === "CallExpression" || parent?.type === "NewExpression") &&
      parent.callee === node &&
      parent.optional !== true &&
      node.optional !== true;
    if (isCalled) called.set(isStatic ? `${owner}.${property}` : property, property);
    else asked.add(property);
  }
}

function hasAttributes(node: Node): boolean {
  return (
    (Array.isArray(node.attributes) && node.type.startsWith("Import") && node.attributes.length > 0) ||
    (node.type === "ImportExpression" && node.options !== null && node.options !== undefined)
  );
}

function readName(node: unknown): string {
  const { name, value } = (node ?? {}) as { name?: unknown; value?: unknown };
  return typeof name === "string" ? name : typeof value === "string" ? value : "";
}

function listChildren(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((value): value is Node => typeof value === "object" && value !== null && "type" in value);
}
