import { stripTypeScriptTypes } from 'node:module';
import { type ESTree, parseAst, Visitor } from 'vite';

/**
 * The keys of a machine's configuration whose values shape the chart. Values of other keys are not checked.
 */
const shaping: ReadonlySet<string> = new Set(
  'id initial type history tags states on after always invoke src onDone onError onSnapshot target reenter'.split(' '),
);
/** Keys whose own keys are names of states or events. */
const naming: ReadonlySet<string> = new Set(['states', 'on', 'after']);

function keyOf(property: ESTree.ObjectProperty): string | undefined {
  if (property.computed) return undefined;
  if (property.key.type === 'Identifier') return property.key.name;
  return property.key.type === 'Literal' ? String(property.key.value) : undefined;
}

function indirections(node: ESTree.Expression | ESTree.SpreadElement | null, at: string, freely: boolean): string[] {
  if (node?.type === 'Literal') return [];
  if (node?.type === 'ArrayExpression') return node.elements.flatMap((element) => indirections(element, at, false));
  if (node?.type !== 'ObjectExpression') return [`${at} is not written out`];
  return node.properties.flatMap((property) => {
    const key = property.type === 'Property' ? keyOf(property) : undefined;
    if (property.type !== 'Property' || key === undefined) return [`${at} holds a key or spread that is not written out`];
    return freely || shaping.has(key) ? indirections(property.value, `${at}.${key}`, !freely && naming.has(key)) : [];
  });
}

/**
 * Returns where a machine's file does not write out its chart. The editor imports code without running it: it
 * reads the object given to `createMachine`, so it misses a state, event, target or invoke that is a
 * constant, a spread or a helper.
 */
export function unwrittenParts(source: string): string[] {
  const configs: ESTree.Argument[] = [];
  const visitor = new Visitor({
    CallExpression({ callee, arguments: [config] }) {
      const name = callee.type === 'MemberExpression' && callee.property.type === 'Identifier' ? callee.property.name : undefined;
      if (name === 'createMachine' && config) configs.push(config);
    },
  });
  visitor.visit(parseAst(stripTypeScriptTypes(source)));
  const [config] = configs;
  return configs.length === 1 && config
    ? indirections(config, 'machine', false)
    : [`${configs.length} machines are created, not one`];
}
