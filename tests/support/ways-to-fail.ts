import {
  type Node,
  type ObjectPropertyKind,
  type PropertyKey,
  type TSType,
  type TSTypeAnnotation,
  parseSync,
  Visitor,
} from 'oxc-parser';
import type { SourceText } from './rule-book.ts';

/** An empty value is no failure: it says only that there is nothing. */
const nothing = new Set(['TSNullKeyword', 'TSUndefinedKeyword', 'TSVoidKeyword']);

/** The value of a promise or a generator is treated like a returned value. */
const carriers = new Set([
  'Promise',
  'PromiseLike',
  'Awaited',
  'Iterable',
  'Iterator',
  'IterableIterator',
  'IteratorObject',
  'Generator',
  'AsyncIterable',
  'AsyncIterator',
  'AsyncIterableIterator',
  'AsyncGenerator',
]);

/** The fields that make an object a failure. One with a `type` or `kind` is a value. */
const failing = /^(?:error|reason|failure|problem)$/;
const tags = /^(?:type|kind)$/;

/** The types that type names without parameters mean. */
type Aliases = ReadonlyMap<string, TSType>;

/** Returns the types that files export, by name; no two share one (CODE-21). */
export function exportedTypes(texts: readonly SourceText[]): Aliases {
  return new Map(texts.flatMap((source) => aliasesIn(source, 'exported')));
}

/**
 * Returns where a source has its own way to fail (CODE-23, CODE-29), by file and line: a function that
 * returns, promises or yields a sentence (`string`), a word, `false` or an `Error` beside another type, as if
 * it were a reason (a union of words alone is a value), or an object with a field for the failure beside one
 * without; a union of `{ ok }` beside `Result`; a `Result` written by hand. Names are resolved to the types
 * declared in the file and in `exported`. Inferred types, types with parameters, and what is inside a tuple,
 * list or object are not seen.
 */
export function waysToFail({ path, text }: SourceText, exported: Aliases = new Map()): string[] {
  const problems: { at: number; what: string }[] = [];
  const aliases = new Map([...exported, ...aliasesIn({ path, text }, 'all')]);
  const report = ({ start }: { start: number }, what: string): void => void problems.push({ at: start, what });
  const look = (type: TSTypeAnnotation | null | undefined): void => {
    if (!type) return;
    for (const { written, members } of answersOf(type.typeAnnotation, aliases))
      if (isMixed(members) || isFailingBesideOther(members)) report(written, `answers ${text.slice(written.start, written.end)}`);
  };
  new Visitor({
    FunctionDeclaration: (node) => look(node.returnType),
    FunctionExpression: (node) => look(node.returnType),
    ArrowFunctionExpression: (node) => look(node.returnType),
    TSFunctionType: (node) => look(node.returnType),
    TSMethodSignature: (node) => look(node.returnType),
    TSDeclareFunction: (node) => look(node.returnType),
    TSEmptyBodyFunctionExpression: (node) => look(node.returnType),
    TSUnionType(node) {
      if (node.types.filter((type) => hasField(type, /^ok$/)).length > 1) report(node, 'has a union of { ok } beside Result');
    },
    ObjectExpression(node) {
      if (node.properties.some(saysOk)) report(node, 'writes a Result by hand');
    },
  }).visit(parseSync(path, text).program);
  return problems
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, what }) => `${path}:${text.slice(0, at).split('\n').length} ${what}`);
}

function aliasesIn({ path, text }: SourceText, which: 'exported' | 'all'): [string, TSType][] {
  return parseSync(path, text).program.body.flatMap((statement): [string, TSType][] => {
    const isExport = statement.type === 'ExportNamedDeclaration';
    const declared = isExport ? statement.declaration : which === 'all' ? statement : null;
    if (declared?.type !== 'TSTypeAliasDeclaration' || declared.typeParameters) return [];
    return [[declared.id.name, declared.typeAnnotation]];
  });
}

type Answered = { written: TSType; members: TSType[] };

/** Returns what a type returns, promises or yields, each as `written` in the file that names it. */
function answersOf(type: TSType, aliases: Aliases, written?: TSType, seen: readonly string[] = []): Answered[] {
  if (type.type === 'TSParenthesizedType') return answersOf(type.typeAnnotation, aliases, written, seen);
  const name = nameOf(type);
  if (type.type === 'TSTypeReference' && name !== undefined) {
    const within = type.typeArguments?.params ?? [];
    if (carriers.has(name)) return within.flatMap((carried) => answersOf(carried, aliases, written, seen));
    const meant = aliases.get(name);
    if (meant !== undefined && !seen.includes(name)) return answersOf(meant, aliases, written ?? type, [...seen, name]);
  }
  return [{ written: written ?? type, members: membersOf(type, aliases, seen) }];
}

function membersOf(type: TSType, aliases: Aliases, seen: readonly string[]): TSType[] {
  if (type.type === 'TSParenthesizedType') return membersOf(type.typeAnnotation, aliases, seen);
  if (type.type === 'TSUnionType') return type.types.flatMap((member) => membersOf(member, aliases, seen));
  const name = nameOf(type);
  if (type.type === 'TSTypeReference' && type.typeArguments && carriers.has(name ?? ''))
    return type.typeArguments.params.flatMap((carried) => membersOf(carried, aliases, seen));
  const meant = name === undefined ? undefined : aliases.get(name);
  if (name === undefined || meant === undefined || seen.includes(name)) return [type];
  return membersOf(meant, aliases, [...seen, name]);
}

const nameOf = (type: TSType): string | undefined =>
  type.type === 'TSTypeReference' && type.typeName.type === 'Identifier' ? type.typeName.name : undefined;

function isMixed(members: readonly TSType[]): boolean {
  const kinds = new Set(members.filter((type) => !nothing.has(type.type)).map(kindOf));
  return kinds.size > 1 && (kinds.has('text') || kinds.has('false') || kinds.has('error'));
}

function kindOf(type: TSType): 'text' | 'false' | 'error' | 'other' {
  if (type.type === 'TSStringKeyword' || type.type === 'TSTemplateLiteralType') return 'text';
  if (nameOf(type)?.endsWith('Error')) return 'error';
  if (type.type !== 'TSLiteralType' || type.literal.type !== 'Literal') return 'other';
  if (typeof type.literal.value === 'string') return 'text';
  return type.literal.value === false ? 'false' : 'other';
}

function isFailingBesideOther(members: readonly TSType[]): boolean {
  const objects = members.filter((type) => type.type === 'TSTypeLiteral' && !hasField(type, tags));
  const failed = objects.filter((type) => hasField(type, failing)).length;
  return failed > 0 && failed < objects.length;
}

/** `field?: never` says that the field is missing. */
const hasField = (type: TSType, name: RegExp): boolean =>
  type.type === 'TSTypeLiteral' &&
  type.members.some(
    (member) =>
      member.type === 'TSPropertySignature' &&
      name.test(keyOf(member.key) ?? '') &&
      member.typeAnnotation?.typeAnnotation.type !== 'TSNeverKeyword',
  );

function keyOf(key: PropertyKey): string | undefined {
  if (key.type === 'Identifier') return key.name;
  return key.type === 'Literal' && typeof key.value === 'string' ? key.value : undefined;
}

const saysOk = (property: ObjectPropertyKind): boolean =>
  property.type === 'Property' && keyOf(property.key) === 'ok' && isTruth(property.value);

/** `true` or `false`, possibly `as const`. */
function isTruth(value: Node): boolean {
  if (value.type === 'TSAsExpression') return isTruth(value.expression);
  return value.type === 'Literal' && typeof value.value === 'boolean';
}
