import { parseSync } from 'oxc-parser';

/**
 * A fault that can be planted: `after` replaces the text from `start` to before `end`. `line` counts from 1.
 */
export type Mutant = { file: string; line: number; kind: string; start: number; end: number; before: string; after: string };

/** A node of the syntax tree (ESTree with TypeScript), with the fields used here. */
type Node = { type: string; start: number; end: number; [field: string]: unknown };
type Change = { node: Node; kind: string; after: string };

const comparisons: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>', '===': '!==', '!==': '===' };
const arithmetic: Readonly<Record<string, string>> = { '+': '-', '-': '+', '*': '/', '/': '*', '%': '*', '**': '*' };
const logic: Readonly<Record<string, string>> = { '&&': '||', '||': '&&' };
const assignments: Readonly<Record<string, string>> = { '+=': '-=', '-=': '+=', '*=': '/=', '/=': '*=', '??=': '=' };
/** A map, because a method may have any name, even `toString`. */
const opposites = new Map([
  ['min', 'max'],
  ['max', 'min'],
  ['floor', 'ceil'],
  ['ceil', 'floor'],
  ['some', 'every'],
  ['every', 'some'],
  ['find', 'findLast'],
  ['findLast', 'find'],
]);
/** Methods whose call can be removed from a chain that continues without them. */
const steps = new Set(
  'filter sort toSorted reverse toReversed slice trim flat where orderBy limit forUpdate onConflict catch finally'.split(' '),
);

/**
 * Returns every possible fault of a source, in text order: negated conditions, removed statements and steps,
 * bounds off by one, swapped operators and operands, defaults taken or left, awaits removed, changed
 * constants, early returns. Not every one type-checks. Pure.
 * @throws Error if the source does not parse.
 */
export function mutantsOf(file: string, source: string): Mutant[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]?.message}`);
  const found: Mutant[] = [];
  walk(program as unknown as Node, null, (node, parent) => {
    for (const { node: at, kind, after } of changesAt(node, parent, (one) => source.slice(one.start, one.end))) {
      const before = source.slice(at.start, at.end);
      const line = source.slice(0, at.start).split('\n').length;
      found.push({ file, line, kind, start: at.start, end: at.end, before, after });
    }
  });
  return found.sort((a, b) => a.start - b.start || a.end - b.end);
}

/** Returns `source` with the fault in it. */
export function planted(source: string, { start, end, after }: Mutant): string {
  return source.slice(0, start) + after + source.slice(end);
}

/** Visits values only: types, imports and exports by name contain no fault that runs. */
function walk(node: Node, parent: Node | null, visit: (node: Node, parent: Node | null) => void): void {
  visit(node, parent);
  for (const [field, value] of Object.entries(node)) {
    if (field === 'typeAnnotation' || field === 'typeArguments' || field === 'typeParameters' || field === 'returnType') continue;
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child) && !isType(child)) walk(child, node, visit);
    }
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

const valuesOfTypes = new Set(['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression', 'TSParameterProperty']);

function isType({ type }: Node): boolean {
  return (type.startsWith('TS') && !valuesOfTypes.has(type)) || type.startsWith('Import') || type === 'ExportAllDeclaration';
}

type Text = (node: Node) => string;

function changesAt(node: Node, parent: Node | null, text: Text): Change[] {
  const change = mutators[node.type];
  return change === undefined ? [] : change(node, text, parent);
}

const negated = (test: Node, text: Text): Change => ({ node: test, kind: 'condition negated', after: `!(${text(test)})` });

/** Returns the possible faults of a node, by its type. */
const mutators: Readonly<Record<string, (node: Node, text: Text, parent: Node | null) => Change[]>> = {
  IfStatement: (node, text) => {
    const test = negated(node['test'] as Node, text);
    return node['alternate'] === null ? [test, { node, kind: 'statement removed', after: 'void 0;' }] : [test];
  },
  WhileStatement: (node, text) => [negated(node['test'] as Node, text)],
  ConditionalExpression: (node, text) => {
    const [yes, no] = [node['consequent'] as Node, node['alternate'] as Node];
    return [{ node, kind: 'branches swapped', after: `${text(node['test'] as Node)} ? ${text(no)} : ${text(yes)}` }];
  },
  ExpressionStatement: (node) =>
    typeof node['directive'] !== 'string' ? [{ node, kind: 'statement removed', after: 'void 0;' }] : [],
  ContinueStatement: (node) => [{ node, kind: 'statement removed', after: 'void 0;' }],
  BreakStatement: (node, _text, parent) =>
    parent?.type === 'SwitchCase' ? [] : [{ node, kind: 'statement removed', after: 'void 0;' }],
  BinaryExpression: (node, text) => {
    const [left, right] = [node['left'] as Node, node['right'] as Node];
    const operator = node['operator'] as string;
    const changes: Change[] = [];
    const instead = comparisons[operator] ?? arithmetic[operator];
    const kind = operator in comparisons ? 'comparison changed' : 'operator swapped';
    if (instead !== undefined) changes.push({ node, kind, after: `${text(left)} ${instead} ${text(right)}` });
    if (operator === '-' || operator === '/' || operator === '<' || operator === '>') {
      changes.push({ node, kind: 'operands swapped', after: `(${text(right)}) ${operator} (${text(left)})` });
    }
    return changes;
  },
  LogicalExpression: (node, text) => {
    const [left, right] = [node['left'] as Node, node['right'] as Node];
    const operator = node['operator'] as string;
    if (operator === '??') {
      return [
        { node, kind: 'default left out', after: text(left) },
        { node, kind: 'default always taken', after: `(${text(right)})` },
      ];
    }
    const instead = `(${text(left)}) ${logic[operator]} (${text(right)})`;
    return [
      { node, kind: 'operator swapped', after: instead },
      { node, kind: 'operand left out', after: `(${text(left)})` },
      { node, kind: 'operand left out', after: `(${text(right)})` },
    ];
  },
  UnaryExpression: (node, text) =>
    node['operator'] === '!' ? [{ node, kind: 'condition negated', after: `!!(${text(node['argument'] as Node)})` }] : [],
  UpdateExpression: (node, text) => [
    { node, kind: 'operator swapped', after: text(node).replace(/\+\+|--/, (operator) => (operator === '++' ? '--' : '++')) },
  ],
  AssignmentExpression: (node, text) => {
    const instead = assignments[node['operator'] as string];
    const [left, right] = [text(node['left'] as Node), text(node['right'] as Node)];
    return instead === undefined ? [] : [{ node, kind: 'operator swapped', after: `${left} ${instead} ${right}` }];
  },
  AwaitExpression: (node, text) => [{ node, kind: 'await removed', after: text(node['argument'] as Node) }],
  Literal: (node, _text, parent) => {
    const value = node['value'];
    // The name of a property is not a constant.
    if (parent?.type === 'Property' && parent['key'] === node) return [];
    if (typeof value === 'boolean') return [{ node, kind: 'constant changed', after: String(!value) }];
    if (typeof value !== 'number') return [];
    return [
      {
        node,
        kind: 'constant changed',
        after: value === 1 ? '2' : Number.isInteger(value) ? String(value + 1) : String(value * 1.5),
      },
    ];
  },
  CallExpression: (node, text) => {
    const callee = node['callee'] as Node;
    if (callee.type !== 'MemberExpression' || callee['computed'] === true) return [];
    const [object, property] = [callee['object'] as Node, callee['property'] as Node];
    const name = text(property);
    const changes: Change[] = [];
    if (steps.has(name)) changes.push({ node, kind: 'step left out', after: text(object) });
    const opposite = opposites.get(name);
    if (opposite !== undefined) changes.push({ node: property, kind: 'call swapped', after: opposite });
    return changes;
  },
  BlockStatement: (node, text, parent) => {
    if (parent === null || !/Function/.test(parent.type) || (node['body'] as Node[]).length === 0) return [];
    return [{ node: { ...node, end: node.start + 1 }, kind: 'early return', after: `${text(node).slice(0, 1)} return;` }];
  },
};
