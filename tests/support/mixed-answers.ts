import { type ESTree, parseAst, Visitor } from 'vite';

/** Nothing at all is no failure: it says only that there is none. */
const nothing = new Set(['TSNullKeyword', 'TSUndefinedKeyword', 'TSVoidKeyword']);

/**
 * The return types of a TypeScript source, as they stand in it, that mix a value with how it failed
 * (CODE-29): a sentence (`string`), a word or `false` beside another type. A union of words alone is a value.
 */
export function mixedAnswers(source: string, file = 'source.ts'): string[] {
  const found: string[] = [];
  const look = (type: ESTree.TSTypeAnnotation | null | undefined): void => {
    if (type) for (const union of unionsOf(type.typeAnnotation)) if (isMixed(union)) found.push(textOf(source, union));
  };
  const visitor = new Visitor({
    FunctionDeclaration: (node) => look(node.returnType),
    FunctionExpression: (node) => look(node.returnType),
    ArrowFunctionExpression: (node) => look(node.returnType),
    TSFunctionType: (node) => look(node.returnType),
    TSMethodSignature: (node) => look(node.returnType),
    TSDeclareFunction: (node) => look(node.returnType),
    TSEmptyBodyFunctionExpression: (node) => look(node.returnType),
  });
  visitor.visit(parseAst(source, { lang: 'ts' }, file));
  return found;
}

/** The union that a type is, or that it promises. */
function unionsOf(type: ESTree.TSType): ESTree.TSUnionType[] {
  if (type.type === 'TSUnionType') return [type];
  if (type.type !== 'TSTypeReference') return [];
  const [promised] = type.typeArguments?.params ?? [];
  const isPromise = type.typeName.type === 'Identifier' && type.typeName.name === 'Promise';
  return isPromise && promised !== undefined ? unionsOf(promised) : [];
}

function isMixed({ types }: ESTree.TSUnionType): boolean {
  const kinds = types.filter((type) => !nothing.has(type.type)).map(kindOf);
  return new Set(kinds).size > 1 && (kinds.includes('text') || kinds.includes('false'));
}

function kindOf(type: ESTree.TSType): 'text' | 'false' | 'other' {
  if (type.type === 'TSStringKeyword' || type.type === 'TSTemplateLiteralType') return 'text';
  if (type.type !== 'TSLiteralType' || type.literal.type !== 'Literal') return 'other';
  if (typeof type.literal.value === 'string') return 'text';
  return type.literal.value === false ? 'false' : 'other';
}

const textOf = (source: string, { start, end }: { start: number; end: number }): string => source.slice(start, end);
