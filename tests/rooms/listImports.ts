import path from "node:path";
import ts from "typescript";

export interface Import {
  /** As written. */
  specifier: string;
  isTypeOnly: boolean;
  /** `import()`, which the bundler gives a chunk of its own. */
  isLazy: boolean;
}

/** Everything that a file names as a module: imports, re-exports, dynamic imports, types of modules and globs. */
export function listImports(fileName: string, code: string): Import[] {
  const imports: Import[] = [];
  const add = (node: ts.Node | undefined, isTypeOnly: boolean, isLazy = false) => {
    if (node !== undefined && ts.isStringLiteralLike(node)) imports.push({ specifier: node.text, isTypeOnly, isLazy });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isOfTypes(node));
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, true);
    else if (ts.isCallExpression(node)) {
      if (node.expression.kind === ts.SyntaxKind.ImportKeyword) add(node.arguments[0], false, true);
      if (isGlob(node.expression)) for (const pattern of listElements(node.arguments[0])) add(pattern, false);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(fileName, code, ts.ScriptTarget.ES2024, true));
  return imports;
}

/** The path from the root that a specifier stands for, or null for a package. */
export function resolveInTree(file: string, specifier: string): string | null {
  if (specifier.startsWith("#") || specifier.startsWith("/")) return specifier.slice(1);
  return specifier.startsWith(".") ? path.posix.join(path.posix.dirname(file), specifier) : null;
}

function isOfTypes({ importClause }: ts.ImportDeclaration): boolean {
  return importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
}

/** `import.meta.glob`, which the bundler turns into imports. */
function isGlob(node: ts.Expression): boolean {
  return ts.isPropertyAccessExpression(node) && ts.isMetaProperty(node.expression) && node.name.text === "glob";
}

function listElements(node: ts.Expression | undefined): readonly ts.Expression[] {
  if (node === undefined) return [];
  return ts.isArrayLiteralExpression(node) ? node.elements : [node];
}
