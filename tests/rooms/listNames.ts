import ts from "typescript";

/** Every name and every text of a file, as written: identifiers, strings, templates and texts between tags. */
export function listNames(fileName: string, code: string): string[] {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    const isName = ts.isIdentifier(node) || ts.isPrivateIdentifier(node) || ts.isStringLiteralLike(node);
    if (isName || ts.isTemplateLiteralToken(node) || ts.isJsxText(node)) names.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(fileName, code, ts.ScriptTarget.ES2024, true));
  return names;
}
