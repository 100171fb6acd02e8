import { globSync } from "node:fs";
import ts from "typescript";
import { NAMESPACES } from "./readTexts.ts";

/** A place in the code that names texts. */
export interface KeyUse {
  /** File and line. */
  place: string;
  /** The expression as written. */
  source: string;
  /** Every key that it can yield, with its namespace; a part that can be any text is `*`. */
  keys: readonly string[];
}

const KEY = new RegExp(`^(?:${NAMESPACES.join("|")}):[\\w.-]*$`, "u");
const DEFAULT_NAMESPACE = "app";

/**
 * Reads the code's types: `wallet:payment.state.${state}` stands for as many keys as `state` has values.
 * Files are globs from the project's root; tests among them are left out.
 */
export function collectKeyUses(globs: readonly string[]): KeyUse[] {
  const files = globs.flatMap((glob) => globSync(glob)).filter((file) => !/\.(?:test|stories)\./u.test(file));
  return listUses(ts.createProgram(files, readCompilerOptions()), new Set(files));
}

/** The same for one piece of code on its own. */
export function collectKeyUsesOf(code: string): KeyUse[] {
  const name = "sample.ts";
  const host = ts.createCompilerHost({});
  const getSourceFile: typeof host.getSourceFile = (file, ...rest) =>
    file === name ? ts.createSourceFile(name, code, ts.ScriptTarget.ES2024, true) : host.getSourceFile(file, ...rest);
  return listUses(
    ts.createProgram([name], { strict: true, noLib: true, types: [] }, { ...host, getSourceFile }),
    new Set([name]),
  );
}

function readCompilerOptions(): ts.CompilerOptions {
  const { config } = ts.readConfigFile("tsconfig.json", (file) => ts.sys.readFile(file)) as { config: unknown };
  return ts.parseJsonConfigFileContent(config, ts.sys, process.cwd()).options;
}

function listUses(program: ts.Program, names: ReadonlySet<string>): KeyUse[] {
  const checker = program.getTypeChecker();
  return [...names].flatMap((name) => {
    const file = program.getSourceFile(name);
    if (file === undefined) throw new Error(`${name} is no part of the program`);
    const uses: KeyUse[] = [];
    const visit = (node: ts.Node): void => {
      const keys = listKeys(node, checker);
      if (keys.length > 0) {
        const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
        uses.push({ place: `${name}:${String(line)}`, source: node.getText(file).slice(1, -1), keys });
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
    return uses;
  });
}

function listKeys(node: ts.Node, checker: ts.TypeChecker): string[] {
  if (ts.isStringLiteralLike(node)) {
    if (KEY.test(node.text)) return [node.text];
    return isTextOfCall(node) && node.text !== "" ? [`${DEFAULT_NAMESPACE}:${node.text}`] : [];
  }
  if (!ts.isTemplateExpression(node) || !KEY.test(node.head.text)) return [];
  return node.templateSpans.reduce<string[]>(
    (heads, span) => {
      const parts = listTexts(checker.getTypeAtLocation(span.expression));
      return heads.flatMap((head) => parts.map((part) => `${head}${part}${span.literal.text}`));
    },
    [node.head.text],
  );
}

/** Whether a literal is what `t(…)` is called with. */
function isTextOfCall(node: ts.Node): boolean {
  const { parent } = node;
  return (
    ts.isCallExpression(parent) &&
    parent.arguments[0] === node &&
    ts.isIdentifier(parent.expression) &&
    parent.expression.text === "t"
  );
}

/** A type's values, without null and undefined. */
function listTexts(type: ts.Type): string[] {
  const members = (type.isUnion() ? type.types : [type]).filter(
    (member) => (member.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null)) === 0,
  );
  const texts = members.map((member) => (member.isStringLiteral() ? member.value : "*"));
  return texts.includes("*") ? ["*"] : texts;
}
