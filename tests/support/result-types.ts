import { parseSync, Visitor } from 'oxc-parser';
import type { SourceText } from './rule-book.ts';

/** The parts of oxc's tree that are looked at. */
type TypeNode = { type: string; types?: TypeNode[]; members?: { key?: { name?: string } }[]; start: number };

const absent = new Set(['TSNullKeyword', 'TSUndefinedKeyword', 'TSVoidKeyword', 'TSStringKeyword', 'TSLiteralType']);

/**
 * Where a source has a way to fail of its own (CODE-23): a function that returns a text beside something
 * else, as if it were a reason, and a union of `{ ok }` that is not `Result`. By file and line.
 */
export function ownWaysToFail({ path, text }: SourceText): string[] {
  const problems: string[] = [];
  const report = (node: TypeNode, what: string): void => {
    problems.push(`${path}:${text.slice(0, node.start).split('\n').length} ${what}`);
  };
  const checkReturn = ({ returnType }: { returnType?: { typeAnnotation: TypeNode } | null }): void => {
    const types = returnType?.typeAnnotation.types ?? [];
    const isMixed = types.some(({ type }) => !absent.has(type));
    if (returnType && isMixed && types.some(({ type }) => type === 'TSStringKeyword'))
      report(returnType.typeAnnotation, 'returns a text beside something else');
  };
  new Visitor({
    FunctionDeclaration: (node) => checkReturn(node as never),
    FunctionExpression: (node) => checkReturn(node as never),
    ArrowFunctionExpression: (node) => checkReturn(node as never),
    TSFunctionType: (node) => checkReturn(node as never),
    TSMethodSignature: (node) => checkReturn(node as never),
    TSUnionType(node) {
      const members = (node as unknown as TypeNode).types ?? [];
      const withOk = members.filter(({ members: fields }) => fields?.some(({ key }) => key?.name === 'ok'));
      if (withOk.length > 1) report(node as unknown as TypeNode, 'has a union of { ok } beside Result');
    },
  }).visit(parseSync(path, text).program);
  return problems;
}
